import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keptTables } from '#people-data/register/server/kept-table-queries.ts'
import { kyselyOver } from '#platform/server/db/kysely-session.ts'
import { personalData } from '#portal/server/slices.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { catalogue } from '#test/policies/expectations.ts'
import { insertRows } from '#test/policies/sample-rows.ts'
import { keptSweeps } from './kept-sweeps.ts'

describe.each(databaseKinds('full'))('rows that the law does not keep any more, on %s', (kind) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database.close())

  test('of every table they lose their texts and files, whatever guards them, and nothing is left to do', async () => {
    await database.database.asOwner(async (run) => {
      await insertRows(run, catalogue)
      const tx = kyselyOver({ query: run })
      const tables = await keptTables(tx, personalData)
      const left: Record<string, number> = {}
      try {
        for (const sweep of await keptSweeps(tx, personalData)) {
          const { key, holds } = tables.find(({ table }) => table === sweep.table) ?? { key: '', holds: '' }
          const rows = () =>
            sql<{ id: string }>`select ${sql.raw(key)} as id from ${sql.raw(sweep.table ?? '')} t where ${sql.raw(holds ?? '')}`
              .execute(tx)
              .then((found) => found.rows.map(({ id }) => id))
          const ids = sweep.table === 'partner_members' ? [] : await rows()
          await run('savepoint one')
          await sweep.remove?.(tx, ids, new Date('2040-01-01T00:00:00Z'))
          await run('set constraints all immediate; set constraints all deferred')
          if (ids.length > 0) left[sweep.table ?? ''] = (await rows()).length
          await run('rollback to savepoint one')
        }
      } finally {
        await run('rollback')
      }
      expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([])
      expect(Object.keys(left).length).toBeGreaterThan(12)
    })
  })

  test('each begins its period by an expression that the database knows', async () => {
    await database.database.asOwner(async (run) => {
      const tx = kyselyOver({ query: run })
      for (const { table, since } of await keptTables(tx, personalData)) {
        const { rows } = await sql`select ${sql.raw(since)} as since from ${sql.raw(table)} t`.execute(tx)
        expect(rows, table).toEqual([])
      }
    })
  })
})
