import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { asAdmin } from '#test/postgres.ts'
import type { Database, Tx } from './database.ts'

const limits = { queryMs: 700, transactionMs: 5000 }

describe.each(databaseKinds('every'))('notifications on %s', (databaseKind) => {
  let database: Database
  let databaseUrl: string | null
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, databaseUrl, close } = await freshDatabase(databaseKind, limits))
  })
  afterAll(() => close())

  const announce = (tx: Tx, text: string) => sql`select pg_notify('news', ${text})`.execute(tx)

  it('arrive after the commit, never without one', async () => {
    const news: string[] = []
    const stop = await database.listen('news', (text) => news.push(text))
    await database
      .asActor(system, async (tx) => {
        await announce(tx, 'undone')
        throw new Error('no')
      })
      .catch(() => {})
    await database.asActor(system, async (tx) => {
      await announce(tx, 'done')
      await pause(100)
      expect(news).toEqual([])
    })
    await vi.waitFor(() => expect(news).toEqual(['done']), 5000)
    await stop()
    await database.asActor(system, (tx) => announce(tx, 'unheard'))
    await pause(100)
    expect(news).toEqual(['done'])
  })

  it('resume after a lost connection, and report the gap', async () => {
    const news: string[] = []
    let gaps = 0
    const stop = await database.listen(
      'news',
      (text) => news.push(text),
      () => {
        gaps += 1
      },
    )
    if (databaseKind === 'pglite') {
      const runaway = sql`do $$ begin loop end loop; end $$`
      await expect(database.asActor(system, (tx) => runaway.execute(tx))).rejects.toMatchObject({ code: '57014' })
    } else {
      const name = new URL(databaseUrl ?? '').pathname.slice(1)
      await asAdmin(
        inject('postgres')?.adminUrl ?? '',
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query like 'listen%'`,
      )
    }
    await vi.waitFor(() => expect(gaps).toBe(1), { timeout: 20_000, interval: 50 })
    await database.asActor(system, (tx) => announce(tx, 'back'))
    await vi.waitFor(() => expect(news).toEqual(['back']), 5000)
    await stop()
  })
})
