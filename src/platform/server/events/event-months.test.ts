import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { openDatabase } from '#platform/server/db/database.ts'
import { newIdAt } from '#platform/server/ids.ts'
import { databaseKinds, freshDatabase, testLog } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { makeEventMonths, monthsOfIds } from './event-months.ts'

type Fresh = Awaited<ReturnType<typeof freshDatabase>>

const at = (day: string) => ({ clock: { now: () => new Date(`${day}T12:00:00Z`) } })
const idOf = (day: string) => newIdAt(new Date(day))
const roles = ['anonymous', 'partner', 'admin', 'system', 'auth', 'jobs'].map((name) => `passerelle_${name}`)

test('the months of ids are those of their times; what is no time of an event is left out', () => {
  const ids = ['00000000-0000-4000-8000-000000000001', idOf('2026-01-31T23:59:59Z'), idOf('2026-03-01'), idOf('2031-01-01')]
  expect(monthsOfIds([...ids, 'f0000000-0000-4000-8000-000000000001'], new Date('2026-06-01'))).toEqual({
    first: new Date('2026-01-31T23:59:59Z'),
    last: new Date('2026-03-01'),
  })
  expect(monthsOfIds(['00000000-0000-4000-8000-000000000001'], new Date())).toBeNull()
})

describe.each(databaseKinds('every'))('the months of events on %s', inOrder, (databaseKind) => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(databaseKind)
  })
  afterAll(() => fresh.close())

  const asOwner = async (text: string, values?: readonly unknown[]) =>
    (await fresh.database.asOwner((run) => run(text, values))).rows
  /** Records an event as the portal does, and says in which partition it is. */
  async function record(id: string): Promise<unknown> {
    await fresh.database.asActor(system, (tx) =>
      tx.insertInto('events').values({ id, name: 'lead.deleted', occurred_at: new Date(), audience: 'staff' }).execute(),
    )
    return partitionOf(id)
  }
  const partitionOf = async (id: string) =>
    (await asOwner('select c.relname as name from events e join pg_class c on c.oid = e.tableoid where e.id = $1', [id]))[0]?.name
  async function partitionsRead(statement: string): Promise<unknown[]> {
    const tables: unknown[] = []
    const collect = (plan: { 'Relation Name'?: string; Plans?: [] }) => {
      if (plan['Relation Name']) tables.push(plan['Relation Name'])
      for (const each of plan.Plans ?? []) collect(each)
    }
    const [explained = {}] = await asOwner(`explain (format json) ${statement}`)
    const [{ Plan: plan }] = explained['QUERY PLAN'] as [{ Plan: object }]
    collect(plan)
    return tables
  }

  test('are made ahead, once, by as many servers as there are; an event lies in the month of its id', async () => {
    const others = databaseKind === 'postgres' ? [await openDatabase({ ...fresh, log: testLog }), fresh.database] : []
    const counts = await Promise.all(
      [fresh.database, ...others].map((database) => makeEventMonths({ database, ...at('2028-11-30') })),
    )
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(4)
    expect(await makeEventMonths({ ...fresh, ...at('2028-11-30') })).toBe(0)
    await others[0]?.close()
    const ids = ['2028-11-01T00:00:00.000Z', '2028-11-30T23:59:59.999Z', '2028-12-01T00:00:00.000Z', '2029-02-28T23:59:59.999Z']
    const months = ['events_2028_11', 'events_2028_11', 'events_2028_12', 'events_2029_02']
    for (const [place, time] of ids.entries()) expect(await record(idOf(time))).toBe(months[place])
  })

  test('take from the default partition what is theirs, with the mails that refer to it', async () => {
    const [id, other] = [idOf('2035-05-17'), idOf('2039-01-01')]
    expect([await record(id), await record(other)]).toEqual(['events_default', 'events_default'])
    const mail = (event: string) =>
      `insert into mails (event_id, recipient, kind, subject) values ('${event}', 'a@b.example', 'invitation', 'x')`
    await asOwner(mail(id))
    expect(await makeEventMonths({ ...fresh, ...at('2035-04-01') })).toBe(4)
    expect([await partitionOf(id), await partitionOf(other)]).toEqual(['events_2035_05', 'events_default'])
    expect(await asOwner('select e.id from mails m join events e on e.id = m.event_id')).toEqual([{ id }])
    await expect(asOwner(mail(idOf('2035-06-01')))).rejects.toMatchObject({ code: '23503' })
    await expect(asOwner(`delete from events where id = '${id}'`)).rejects.toMatchObject({ code: '23503' })
    await expect(record(id)).rejects.toMatchObject({ code: '23505' })
  })

  test('are no way round the policies: no role may read one, not even with a right that slipped in', async () => {
    const months = (
      await asOwner("select relname as name from pg_class where relispartition and relname like 'events%' and relkind = 'r'")
    ).map(({ name }) => `event_months.${name}`)
    expect(months.length).toBeGreaterThan(8)
    const partition = 'event_months.events_2028_11'
    await fresh.database.asOwner(async (run) => {
      for (const role of roles) {
        for (const month of months) {
          await run(`begin; set local role ${role}`)
          await expect(run(`select from ${month}`), `${role} on ${month}`).rejects.toMatchObject({ code: '42501' })
          await run('rollback')
        }
        await run(`begin; set local role passerelle_owner; grant usage on schema event_months to ${role};
          grant select on ${partition} to ${role}; set local role ${role}`)
        expect((await run(`select from ${partition}`)).rows, role).toHaveLength(0)
        await run('rollback')
      }
      expect((await run(`select from ${partition}`)).rows).toHaveLength(2)
    })
  })

  test('of a statement with an id or a time are the only ones that it reads', async () => {
    expect(await partitionsRead(`select * from events where id = '${idOf('2028-11-03')}'`)).toEqual(['events_2028_11'])
    const since = "id >= app.first_event_id('2028-12-31Z') and id < app.first_event_id('2029-01-02Z')"
    expect((await partitionsRead(`select * from events where ${since}`)).sort()).toEqual(['events_2028_12', 'events_2029_01'])
  })

  test('that are old are taken away with the statements of the operating guide', async () => {
    const before = await asOwner('select id from events')
    await asOwner(`begin; set local role passerelle_owner;
      delete from mails where event_id in (select id from event_months.events_2035_05);
      alter table events detach partition event_months.events_2035_05;
      commit`)
    expect(await asOwner('select id from events')).toHaveLength(before.length - 1)
    expect(await asOwner('select name from event_months.events_2035_05')).toEqual([{ name: 'lead.deleted' }])
    // What is archived is not made again.
    expect(await makeEventMonths({ ...fresh, ...at('2035-05-01') })).toBe(1)
  })
})
