import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { CommitErrors } from '#test/commit-errors.ts'
import { createTestEnv, databaseKinds, type TestEnv, testLog } from '#test/databases.ts'
import { refusalOfDatabase } from './constraint-refusals.ts'
import { type Database, openDatabase, type Tx } from './database.ts'

const actorId = '01900000-0000-7000-8000-000000000000'

describe.each(databaseKinds('every'))('a commit on %s', (databaseKind) => {
  let env: TestEnv
  let database: Database
  const errors = new CommitErrors()
  beforeAll(async () => {
    env = await createTestEnv(databaseKind)
    const limits = { queryMs: 700, transactionMs: 1500 }
    database = await openDatabase({
      ...env,
      databaseUrl: env.databaseUrl && (await errors.over(env.databaseUrl)),
      log: testLog,
      limits,
      startWorker: errors.startWorker,
    })
  })
  afterAll(async () => {
    await database.close()
    errors.close()
    await env.remove()
  })

  const add = (tx: Tx, key: string) =>
    tx.insertInto('idempotency_keys').values({ actor_id: actorId, key, request_hash: 'x', created_at: new Date() }).execute()
  const keys = async () => {
    const rows = await database.asActor(system, (tx) => tx.selectFrom('idempotency_keys').select('key').orderBy('key').execute())
    return rows.map(({ key }) => key)
  }

  it('with a lost response is reported as unknown, and may have happened or not', async () => {
    errors.fail('answer dropped', 'cut before', 'hangs')
    for (const key of ['dropped', 'cut', 'hanging']) {
      const error: unknown = await database.asActor(system, (tx) => add(tx, key)).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'PGC00' })
      // Without a key, a client must check before repeating the request.
      expect(refusalOfDatabase(error, {})).toMatchObject({
        code: 'outcome_unknown',
        message: expect.stringContaining('Vérifiez que c’est bien là'),
      })
    }
    expect(await keys()).toEqual(['dropped'])
    await database.asActor(system, (tx) => add(tx, 'afterwards'))
    expect(await keys()).toEqual(['afterwards', 'dropped'])
  })

  it('refused by the database is known not to have happened', async () => {
    await database.asOwner(async (run) => {
      await run('create table once (n int unique deferrable initially deferred); grant insert on once to passerelle_system')
    })
    const twice = database.asActor(system, async (tx) => {
      await add(tx, 'never')
      await sql`insert into once values (1), (1)`.execute(tx)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    expect(await keys()).not.toContain('never')
  })
})
