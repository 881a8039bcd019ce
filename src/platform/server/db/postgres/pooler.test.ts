import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anonymous, soleOwner, system } from '#access/domain/actor.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { createTestEnv, type TestEnv, testLog } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { has, leftOutNote } from '#test/installed-programs.ts'
import { until } from '#test/lock-waits.ts'
import { startPgBouncer, type TestPooler } from '#test/pgbouncer.ts'
import { type Database, openDatabase } from '../database.ts'
import { type DatabaseError, isUnavailable } from '../database-error.ts'

/** Long enough for other transactions to need the other connection. */
const whoAmI = sql<{ me: string; role: string; pid: number; timeout: string }>`
  select current_setting('app.user_id') as me, current_user as role, pg_backend_pid() as pid,
    current_setting('statement_timeout') as timeout, pg_sleep(0.01)`
const limits = { queryMs: 600, transactionMs: 1500 }

describe.runIf(inject('postgres') && has('pgbouncer'))(
  `behind PgBouncer in transaction mode${leftOutNote('pgbouncer')}`,
  inOrder,
  () => {
    let env: TestEnv
    let pooler: TestPooler
    let database: Database
    beforeAll(async () => {
      env = await createTestEnv('postgres')
      const { databaseUrl } = env
      pooler = await startPgBouncer(databaseUrl ?? '', 2)
      const poolUrl = pooler.urlOf(databaseUrl ?? '')
      database = await openDatabase({
        ...env,
        poolUrl,
        log: testLog.child({}, { level: 'silent' }),
        limits,
        connectTimeoutMs: 2000,
      })
    })
    afterAll(async () => {
      await database.close()
      await pooler.stop()
      await env.remove()
    })

    test('concurrent transactions keep role, rows and statements apart on two connections', async () => {
      const people = Array.from({ length: 24 }, (_, at) => ({
        kind: 'partner' as const,
        userId: `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        partner: soleOwner(`0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`),
        contractSigned: true,
      }))
      const results = await Promise.all(
        people.flatMap((actor) =>
          [false, true].map((isRead) =>
            database.asActor(
              actor,
              async (tx) => {
                const ask = () => whoAmI.execute(tx)
                const [first] = (await ask()).rows
                const [again] = (await ask()).rows
                return { actor, isRead, first, again }
              },
              { isRead },
            ),
          ),
        ),
      )
      for (const { actor, isRead, first, again } of results) {
        const own = { me: actor.userId, role: 'passerelle_partner', timeout: '600ms' }
        expect([first, again]).toMatchObject([own, own])
        // A transaction that only reads is one for each exchange.
        if (!isRead) expect(first?.pid).toBe(again?.pid)
      }
      expect(new Set(results.map(({ first }) => first?.pid)).size).toBe(2)
    })

    test('nothing of a transaction stays on the connection, and its limits hold', async () => {
      const [rest] = (
        await database.asActor(anonymous, (tx) => sql<{ me: string }>`select current_setting('app.user_id') as me`.execute(tx))
      ).rows
      expect(rest?.me).toBe('')
      const slow = database.asActor(system, (tx) => sql`select pg_sleep(5)`.execute(tx))
      await expect(slow).rejects.toMatchObject({ code: '57014' })
    })

    test('notifications arrive, and jobs run once', async () => {
      const news: string[] = []
      const stop = await database.listen('news', (text) => news.push(text))
      await database.asActor(system, (tx) => sql`select pg_notify('news', 'through the pooler')`.execute(tx))
      await until(
        () => news.length === 1,
        () => 'notification',
      )
      await stop()
      const queue = await openQueue(database, testLog)
      const done: unknown[] = []
      await queue.work('sweep', async (data) => void done.push(data))
      await database.asActor(system, async (tx) => {
        for (let at = 0; at < 5; at += 1) await queue.send(tx, 'sweep', { at })
      })
      await until(
        () => done.length === 5,
        () => `five jobs, but ${done.length}`,
      )
      await queue.stop()
      expect(new Set(done.map((each) => JSON.stringify(each))).size).toBe(5)
    })

    test('without the pooler a request fails as unavailable at once', async () => {
      await pooler.stop()
      const error = await database.asActor(system, (tx) => sql`select 1`.execute(tx)).catch((reason: DatabaseError) => reason)
      expect(isUnavailable(error as DatabaseError)).toBe(true)
    })
  },
)
