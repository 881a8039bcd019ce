import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import type { Database } from '../database.ts'

describe.each(databaseKinds('every'))('statements on their way to %s', inOrder, (databaseKind) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, close } = await freshDatabase(databaseKind))
    await database.asOwner((run) =>
      run('create table notes (id int primary key, text text); grant all on notes to passerelle_system'),
    )
  })
  afterAll(() => close())

  /** Round trips and statements of some work. */
  async function trafficOf(work: () => Promise<unknown>) {
    const { exchanges, statements } = database.traffic
    await work()
    return { exchanges: database.traffic.exchanges - exchanges, statements: database.traffic.statements - statements }
  }
  const note = (id: number, text = '') => sql`insert into notes (id, text) values (${id}, ${text})`
  const notes = async () => {
    const { rows } = await database.asActor(system, (tx) => sql<{ id: number }>`select id from notes order by id`.execute(tx))
    return rows.map(({ id }) => id)
  }

  test('those of one turn travel together with the opening; the commit waits for their outcome', async () => {
    const traffic = await trafficOf(() =>
      database.asActor(system, (tx) => Promise.all([1, 2, 3].map((id) => note(id).execute(tx)))),
    )
    expect(traffic).toEqual({ exchanges: 2, statements: 6 })
    expect(await notes()).toEqual([1, 2, 3])
  })

  test('posted ones travel with what follows, the last ones with the commit', async () => {
    const traffic = await trafficOf(() =>
      database.asActor(system, async (tx, post) => {
        post({ compile: () => note(4).compile(tx) })
        await sql`select 1`.execute(tx)
        post({ compile: () => note(5).compile(tx) })
      }),
    )
    expect(traffic).toEqual({ exchanges: 2, statements: 6 })
    expect(await notes()).toEqual([1, 2, 3, 4, 5])
  })

  test('a posted one that fails takes the whole transaction with it, under its own error', async () => {
    const late = database.asActor(system, async (tx, post) => {
      await note(6).execute(tx)
      post({ compile: () => note(1).compile(tx) })
    })
    await expect(late).rejects.toMatchObject({ code: '23505' })
    const early = database.asActor(system, async (tx, post) => {
      post({ compile: () => note(1).compile(tx) })
      await note(6).execute(tx)
    })
    await expect(early).rejects.toMatchObject({ code: '23505' })
    const ignored = database.asActor(system, async (tx, post) => {
      post({ compile: () => note(1).compile(tx) })
      await note(6)
        .execute(tx)
        .catch(() => undefined)
    })
    await expect(ignored).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).not.toContain(6)
  })

  test('a failed one fails those that were sent behind it, and none before it', async () => {
    const outcomes = await database
      .asActor(system, async (tx) => {
        const settled = await Promise.allSettled([note(7).execute(tx), note(1).execute(tx), note(8).execute(tx)])
        return settled.map(({ status }) => status)
      })
      .catch((error: unknown) => error)
    expect(outcomes).toMatchObject({ code: '25P02' })
    expect(await notes()).not.toContain(7)
  })

  test('a read is one exchange, as the caller in every further one, and may change nothing', async () => {
    const read = await trafficOf(() => database.asActor(system, (tx) => sql`select 1`.execute(tx), { isRead: true }))
    expect(read).toEqual({ exchanges: 1, statements: 2 })
    const role = sql<{ role: string; person: string }>`select current_user as role, current_setting('app.user_id') as person`
    const person = '0190a000-0000-7000-8000-000000000001'
    const roles = await database.asActor(
      { kind: 'admin', userId: person, rights },
      async (tx) => [...(await role.execute(tx)).rows, ...(await role.execute(tx)).rows],
      { isRead: true },
    )
    expect(roles).toEqual(Array.from({ length: 2 }, () => ({ role: 'passerelle_admin', person })))
    const change = database.asActor(system, (tx) => note(9).execute(tx), { isRead: true })
    await expect(change).rejects.toMatchObject({ code: '25006' })
    expect(await notes()).not.toContain(9)
    await database.asActor(system, (tx) => note(10).execute(tx))
  })

  test('a refused commit leaves nothing to transactions that are sent behind it', async () => {
    const refused = [60, 61, 62].map((id) =>
      expect(
        database.asActor(system, async (tx, post) => {
          await note(id).execute(tx)
          post({ compile: () => note(1).compile(tx) })
        }),
      ).rejects.toMatchObject({ code: '23505' }),
    )
    const behind = [70, 71, 72].map((id) => database.asActor(system, (tx) => note(id).execute(tx)))
    await Promise.all([...refused, ...behind])
    expect((await notes()).filter((id) => id >= 60)).toEqual([70, 71, 72])
    await database.asActor(system, (tx) => sql`delete from notes where id >= 60`.execute(tx))
  })

  test('transactions at the same time prepare the same statement once', async () => {
    const ask = (id: number) =>
      database.asActor(system, (tx) => sql<{ n: number }>`select ${id}::int as n /* at once */`.execute(tx), { isRead: true })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, id) => ask(id)))
    expect(answers.map(({ rows }) => rows)).toEqual(Array.from({ length: 30 }, (_, n) => [{ n }]))
  })

  test('one that is prepared goes on working when its table is changed, closed and failing', async () => {
    const read = () => database.asActor(system, (tx) => sql<{ text: string }>`select * from notes where id = ${1}`.execute(tx))
    for (let round = 0; round < 12; round += 1) await read()
    await database.asOwner((run) => run('alter table notes add column extra int default 5'))
    for (let round = 0; round < 12; round += 1) expect((await read()).rows).toEqual([{ id: 1, text: '', extra: 5 }])
    const divide = (by: number) => database.asActor(system, (tx) => sql`select 1 / ${by}::int as n`.execute(tx))
    for (let round = 0; round < 30; round += 1) {
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
      expect((await divide(1)).rows).toEqual([{ n: 1 }])
    }
  })

  test('more different ones than a connection keeps prepared', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let each = 0; each < 200; each += 1) {
        const { rows } = await database.asActor(system, (tx) => sql`select ${each}::int as ${sql.ref(`n${each}`)}`.execute(tx))
        expect(rows).toEqual([{ [`n${each}`]: each }])
      }
    }
  })

  test('one prepared text is planned for each role, so that policies hold', async () => {
    const count = async (actor: Parameters<Database['asActor']>[0]) => {
      const { rows } = await database.asActor(actor, (tx) => sql<{ n: number }>`select count(*) as n from settings`.execute(tx))
      return rows[0]?.n
    }
    const partner = {
      kind: 'partner',
      userId: '0190a000-0000-7000-8000-000000000001',
      partner: soleOwner('0190a000-0000-7000-8000-000000000001'),
      contractSigned: true,
    } as const
    for (let round = 0; round < 8; round += 1) {
      expect(await count(system)).toBe(1)
      await expect(database.asActor(partner, (tx) => sql`select * from mails`.execute(tx))).rejects.toMatchObject({
        code: '42501',
      })
      await database.asActor(system, (tx) => sql`select * from mails`.execute(tx))
    }
  })

  test('values that cannot be sent fail alone, and the connection goes on', async () => {
    const circular: { self?: unknown } = {}
    circular.self = circular
    await expect(database.asActor(system, (tx) => sql`select ${circular}::text`.execute(tx))).rejects.toThrow()
    expect(await notes()).toContain(1)
  })
})
