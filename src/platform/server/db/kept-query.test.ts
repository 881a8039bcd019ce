import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { type DatabaseKind, databaseKinds, freshDatabase } from '#test/databases.ts'
import { keptQuery } from './kept-query.ts'

describe.each(databaseKinds('every'))('a query that is compiled once on %s', (databaseKind: DatabaseKind) => {
  let own: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    own = await freshDatabase(databaseKind)
  })
  afterAll(() => own.close())

  test('is built at its first use, and runs with the values of each call, beside those that stay', async () => {
    let built = 0
    const insertRow = keptQuery<{ name: string; rows: number }, { column_name: string }>((db, parameter) => {
      built += 1
      return db
        .selectFrom(sql<{ column_name: string; table_name: string }>`information_schema.columns`.as('c'))
        .select('c.column_name')
        .where('c.table_name', '=', 'leads')
        .where(sql<boolean>`c.column_name like ${parameter('name')}`)
        .orderBy('c.column_name')
        .limit(parameter('rows'))
    })
    expect(built).toBe(0)
    const ask = (name: string, rows: number) => own.database.asActor(system, (tx) => insertRow(tx, { name, rows }))
    const names = async (name: string, rows: number) => (await ask(name, rows)).map((row) => row.column_name)
    expect(await names('lost%', 5)).toEqual(['lost_note', 'lost_reason'])
    expect(await names('lost%', 1)).toEqual(['lost_note'])
    const both = await Promise.all([names('phone', 2), names('web%', 2)])
    expect(both).toEqual([['phone'], ['website']])
    expect(built).toBe(1)
  })
})
