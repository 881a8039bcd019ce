import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import type { Database, Tx } from '../database.ts'

const limits = { queryMs: 500, transactionMs: 1000 }

describe.each(databaseKinds('every'))('limits on %s', inOrder, (databaseKind) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, close } = await freshDatabase(databaseKind, limits))
  })
  afterAll(() => close())

  const tagline = () => database.asActor(system, (tx) => tx.selectFrom('settings').select('tagline').executeTakeFirstOrThrow())
  const setTagline = (tx: Tx, value: string) => tx.updateTable('settings').set({ tagline: value }).execute()
  const runaway = (tx: Tx) => sql`do $$ declare n bigint := 0; begin loop n := n + 1; end loop; end $$`.execute(tx)

  it('a runaway query is cancelled, its transaction rolled back, and waiting ones go on', async () => {
    await database.asActor(system, (tx) => setTagline(tx, 'before'))
    const bad = database.asActor(system, async (tx) => {
      await setTagline(tx, 'never')
      await runaway(tx)
    })
    const waiting = Array.from({ length: 5 }, () => tagline())
    await expect(bad).rejects.toMatchObject({ code: '57014' })
    expect(await Promise.all(waiting)).toEqual(Array(5).fill({ tagline: 'before' }))
  })

  it('a runaway read is cancelled, and what was sent behind it happens once', async () => {
    await database.asActor(system, (tx) => setTagline(tx, 'before'))
    const bad = expect(database.asActor(system, runaway, { isRead: true })).rejects.toMatchObject({ code: '57014' })
    const longer = (tx: Tx) => sql`update settings set tagline = tagline || '+'`.execute(tx)
    await Promise.all([1, 2, 3].map(() => database.asActor(system, longer)))
    await bad
    expect(await tagline()).toEqual({ tagline: 'before+++' })
    await database.asActor(system, (tx) => setTagline(tx, 'before'))
  })

  it('after a time-out no statement runs in its transaction or outside of one', async () => {
    const stubborn = database.asActor(system, async (tx) => {
      await runaway(tx).catch(() => {})
      await setTagline(tx, 'outside')
    })
    await expect(stubborn).rejects.toMatchObject({ name: 'DatabaseError' })
    expect(await tagline()).toEqual({ tagline: 'before' })
  })

  it('an idle transaction is ended, which its next query reports', async () => {
    const dawdling = database.asActor(system, async (tx) => {
      await setTagline(tx, 'late')
      await pause(limits.transactionMs + 200)
      await setTagline(tx, 'later')
    })
    const refused = expect(dawdling).rejects.toMatchObject({ code: '57014' })
    expect(await tagline()).toEqual({ tagline: 'before' })
    await refused
    await database.asActor(system, (tx) => setTagline(tx, 'after'))
    expect(await tagline()).toEqual({ tagline: 'after' })
  })

  it('a transaction past its limit is not committed', async () => {
    const asleep = database.asActor(system, async (tx) => {
      await setTagline(tx, 'asleep')
      await pause(limits.transactionMs + 200)
    })
    await expect(asleep).rejects.toMatchObject({ code: '57014' })
    expect(await tagline()).toEqual({ tagline: 'after' })
  })
})
