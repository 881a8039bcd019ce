import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { newIdAt } from '#platform/server/ids.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { appendEvents } from './append-commands.ts'
import { checkJournal } from './check-journal.ts'
import type { JournalEntry } from './check-row.ts'
import { databaseJournal } from './database-journal.ts'
import { entryOf, rowsAfter } from './queries.ts'
import { linkHash } from './record.ts'
import { closeDays } from './roots.ts'

describe.each(databaseKinds('every'))('the journal on %s', inOrder, (databaseKind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  const clock = { at: new Date('2026-03-02T09:00:00Z'), now: () => clock.at }
  const portal = () => ({ database: fresh.database, clock })
  beforeAll(async () => {
    fresh = await freshDatabase(databaseKind)
    await asOwner("select app.make_event_months('2026-03-01', '2026-03-01')")
  })
  afterAll(() => fresh.close())

  const event = (description: string) => ({
    id: newIdAt(clock.at),
    name: 'lead.deleted' as const,
    occurred_at: clock.at,
    audience: 'staff' as const,
    after: JSON.stringify({ company: 'Bernard', rate: 12.5, description }),
  })
  const record = (...descriptions: string[]) =>
    fresh.database.asActor(system, (tx) => tx.insertInto('events').values(descriptions.map(event)).execute())
  const rows = async () => (await fresh.database.asActor(system, (tx) => rowsAfter(tx, 0, 1000))).map((row) => entryOf(row, ''))
  const descriptionOf = ({ record }: JournalEntry) => (record?.after as { description: string } | undefined)?.description
  const head = () => fresh.database.asActor(system, (tx) => tx.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow())
  const empty = async (subject: string, ...keys: string[]) => {
    const emptied = sql<number>`app.empty_events(array[${subject}::uuid], ${keys})`.as('emptied')
    return (await fresh.database.asActor(system, (tx) => tx.selectNoFrom(emptied).executeTakeFirstOrThrow())).emptied
  }
  const verdict = async () => checkJournal(await databaseJournal(fresh.database))
  const asOwner = (text: string) =>
    fresh.database.asOwner(async (run) => {
      try {
        return await run(`begin; set local role passerelle_owner; ${text}; commit`)
      } catch (error) {
        await run('rollback')
        throw error
      }
    })

  test('takes each event once, in order; where nothing happened it changes nothing', async () => {
    await record('1', '2')
    await record('3')
    expect(await appendEvents(portal())).toBe('all')
    const before = await head()
    expect(await appendEvents(portal())).toBe('all')
    expect(await head()).toEqual(before)
    const all = await rows()
    expect(all.map((row) => [row.seq, descriptionOf(row)])).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ])
    expect(all.map(({ hash, prevHash }) => [hash, prevHash])).toEqual(
      all.map((row, at) => [linkHash(row), all[at - 1]?.hash ?? '0'.repeat(64)]),
    )
    expect(new Set(all.map(({ salt }) => salt)).size).toBe(3)
    expect(before).toMatchObject({ seq: 3, searched_to: 3, pending_to: null })
  })

  // Two transactions at once.
  if (databaseKind === 'postgres')
    test('misses no event that is committed after one with a higher number', async () => {
      let commit = () => {}
      let isWritten = () => {}
      const writing = new Promise<void>((resolve) => (isWritten = resolve))
      const slow = fresh.database.asActor(system, async (tx) => {
        await tx.insertInto('events').values(event('slow')).execute()
        isWritten()
        await new Promise<void>((resolve) => (commit = resolve))
      })
      await writing
      await record('fast')
      await appendEvents(portal())
      await record('later')
      await appendEvents(portal())
      const { searched_to } = await head()
      commit()
      await slow
      await appendEvents(portal())
      const descriptions = (await rows()).slice(3).map(descriptionOf)
      expect(descriptions).toEqual(['fast', 'later', 'slow'])
      expect(searched_to).toBe(3)
      expect(await head()).toMatchObject({ seq: 6, searched_to: 6, pending_to: null, pending_on: [] })
    })

  test('grows without a gap where several servers append, and more than a batch at a time', async () => {
    const { seq } = await head()
    await record(...Array.from({ length: 300 }, (_, at) => `many ${at}`))
    const appended = await Promise.all([1, 2, 3].map(() => appendEvents(portal())))
    expect(appended).toContain('all')
    expect(await head()).toMatchObject({ seq: seq + 300 })
    expect(await verdict()).toMatchObject({ error: null, rows: seq + 300 })
  })

  test('keeps its chain when what events say of somebody is emptied, with their salts, and only these', async () => {
    const [subject, other] = [newIdAt(clock.at), newIdAt(clock.at)]
    const about = (subject_id: string, after: object) => ({ ...event(''), subject_id, after: JSON.stringify(after) })
    const before = (await rows()).length
    const record = (...events: ReturnType<typeof about>[]) =>
      fresh.database.asActor(system, (tx) => tx.insertInto('events').values(events).execute())
    const named = { lead: [{ name: 'Paul' }] }
    await record(about(subject, named), about(subject, { status: 'name' }), about(other, named))
    await appendEvents(portal())
    await record(about(subject, named))
    expect([await empty(subject, 'name', 'email'), await empty(subject, 'name', 'email')]).toEqual([2, 0])
    await appendEvents(portal())
    const added = (await rows()).slice(before)
    expect(added.map(({ salt, record }) => [salt !== null, record?.subjectId === subject, record?.after])).toEqual([
      [false, true, null],
      [true, true, { status: 'name' }],
      [true, false, named],
      // It was not in the journal yet, which knows it as it is now.
      [true, true, null],
    ])
    expect(await verdict()).toMatchObject({ error: null, erased: 1 })
  })

  test('nothing else empties an event or takes a salt away', async () => {
    const refused = (sql: string) =>
      expect(fresh.database.asActor(system, (tx) => tx.executeQuery(CompiledQuery.raw(sql)))).rejects
    for (const sql of ["update events set after = '{}'", 'delete from events', 'delete from journal_salts'])
      await refused(sql).toThrow(/permission denied/)
  })

  test('is closed once a day, of the provider’s calendar, on which it grew', async () => {
    const until = await head()
    // 23:30 in Paris, and half past midnight.
    clock.at = new Date('2026-03-03T22:30:00Z')
    await record('late in the evening')
    await appendEvents(portal())
    clock.at = new Date('2026-03-03T23:30:00Z')
    await record('after midnight')
    await closeDays(portal())
    await closeDays(portal())
    clock.at = new Date('2026-03-08T10:00:00Z')
    await closeDays(portal())
    const roots = await fresh.database.asActor(system, (tx) =>
      tx.selectFrom('journal_roots').select(['day', 'time_zone', 'seq']).orderBy('day').execute(),
    )
    expect(roots).toEqual([
      { day: '2026-03-02', time_zone: 'Europe/Paris', seq: until.seq },
      { day: '2026-03-03', time_zone: 'Europe/Paris', seq: until.seq + 1 },
      { day: '2026-03-04', time_zone: 'Europe/Paris', seq: until.seq + 2 },
    ])
    expect(await verdict()).toMatchObject({ error: null, roots: 3, stamped: 0, erased: 1, archived: 0 })
  })

  test('refuses to be changed, and to grow anywhere but at its end', async () => {
    const refused = (sql: string) => expect(asOwner(sql)).rejects
    const { seq } = await head()
    for (const sql of [
      'update journal set seq = 0 where seq = 1',
      `delete from journal where seq = ${seq}`,
      'update journal_salts set salt = salt',
      "update journal_roots set seq = 1 where day = '2026-03-02'",
      'delete from journal_roots',
    ])
      await refused(sql).toThrow(/the journal is never changed/)
    const copy = (place: number, prev: string) => `insert into journal
      select ${place}, gen_random_uuid(), occurred_at, chained_at, name, record_hash, ${prev}, hash from journal where seq = 1`
    for (const sql of [copy(seq + 1, 'prev_hash'), copy(seq + 2, `(select hash from journal where seq = ${seq})`)])
      await refused(sql).toThrow(/follows the one before it/)
  })

  describe('finds what somebody did who may do everything', () => {
    const tables = ['journal', 'journal_salts', 'journal_roots', 'journal_head', 'events'] as const
    const triggers = (what: 'enable' | 'disable') => tables.map((table) => `alter table ${table} ${what} trigger user`).join('; ')
    /** Puts everything back as it was. */
    const undo = [
      'delete from journal_salts; delete from journal_roots; delete from journal; delete from journal_head; delete from events',
      'insert into events overriding system value select * from saved_events',
      ...['journal', 'journal_salts', 'journal_roots', 'journal_head'].map(
        (table) => `insert into ${table} select * from saved_${table}`,
      ),
    ].join('; ')
    let last = 0
    beforeAll(async () => {
      last = (await head()).seq
      await asOwner(tables.map((table) => `create table saved_${table} as select * from ${table}`).join('; '))
      await asOwner(`alter table journal_salts drop constraint journal_salts_seq_fkey;
        alter table journal_roots drop constraint journal_roots_seq_fkey; ${triggers('disable')}`)
    })
    afterAll(() => asOwner(triggers('enable')))

    const eventOf = (seq: number) => `(select event_id from journal where seq = ${seq})`
    const swap = `update journal set seq = -5 where seq = 5; update journal set seq = 5 where seq = 6;
      update journal set seq = 6 where seq = -5`
    const shiftFrom = (seq: number, by: number) =>
      `update journal set seq = -seq where seq >= ${seq}; update journal set seq = -seq + ${by} where seq < 0`
    /** A row that is right by itself: SQL that computes its hash like the portal. */
    const exact = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    const rehash = (where: string) => `update journal set hash = sha256(convert_to(
      '{"chainedAt":"' || ${exact('chained_at')} || '","eventId":"' || event_id || '","name":"' || name
      || '","occurredAt":"' || ${exact('occurred_at')} || '","prevHash":"' || encode(prev_hash, 'hex')
      || '","recordHash":"' || encode(record_hash, 'hex') || '","seq":' || seq || '}', 'UTF8')) where ${where}`
    const added = (
      seq: number,
    ) => `insert into journal select ${seq}, gen_random_uuid(), occurred_at, chained_at, name, record_hash,
      (select hash from journal where seq = ${seq - 1}), hash from journal where seq = 4; ${rehash(`seq = ${seq}`)}`

    test.each<[title: string, sql: () => string, error: object]>([
      ['a removed event', () => `delete from events where id = ${eventOf(4)}`, { what: 'removed', where: 'row 4' }],
      ['a removed row', () => 'delete from journal where seq = 4', { what: 'removed', where: 'row 4' }],
      [
        'a removed row whose gap was closed',
        () => `delete from journal where seq = 4; ${shiftFrom(5, -1)}`,
        { what: 'removed', where: 'row 4' },
      ],
      ['a removed last row', () => `delete from journal where seq = ${last}`, { what: 'removed', where: () => `row ${last}` }],
      [
        'a removed end of which the head knows nothing',
        () => `delete from journal where seq > 10;
          update journal_head set seq = 10, hash = (select hash from journal where seq = 10)`,
        { what: 'removed', where: 'row 11' },
      ],
      [
        'an altered event',
        () => `update events set after = jsonb_set(after, '{rate}', '13') where id = ${eventOf(4)}`,
        { what: 'altered', where: 'row 4' },
      ],
      [
        'an event of another time',
        () => `update events set occurred_at = occurred_at + interval '1 microsecond' where id = ${eventOf(4)}`,
        { what: 'altered', where: 'row 4' },
      ],
      [
        'an event of somebody else',
        () => `update events set subject_id = gen_random_uuid() where id = ${eventOf(4)}`,
        { what: 'altered', where: 'row 4' },
      ],
      ['a removed salt', () => 'delete from journal_salts where seq = 4', { what: 'altered', where: 'row 4' }],
      ['an altered row', () => "update journal set name = 'lead.moved' where seq = 4", { what: 'altered', where: 'row 4' }],
      [
        'an altered row with the hash that it would have',
        () => `update journal set chained_at = chained_at - interval '1 day' where seq = 4; ${rehash('seq = 4')}`,
        { what: 'altered', where: 'row 4' },
      ],
      ['two rows that changed places', () => swap, { what: 'reordered', where: 'row 5' }],
      ['a row put in between', () => `${shiftFrom(5, 1)}; ${added(5)}`, { what: 'added', where: 'row 5' }],
      ['a row put at the end', () => added(last + 1), { what: 'added', where: () => `row ${last + 1}` }],
      [
        'an event put in behind',
        () => `insert into events (id, seq, name, occurred_at, audience) overriding system value
          values ('${newIdAt(new Date('2026-03-02T09:00:00Z'))}', 2, 'lead.moved', now(), 'staff')`,
        { what: 'added', where: expect.stringMatching(/^event 0/) },
      ],
      [
        'a journal that was written anew from a row on',
        () => `update journal set name = 'lead.moved' where seq = ${last}; ${rehash(`seq = ${last}`)};
          update journal_head set hash = (select hash from journal where seq = ${last})`,
        { what: 'altered', where: () => `row ${last}` },
      ],
      [
        'a removed root',
        () => "delete from journal_roots where day = '2026-03-03'",
        { what: 'altered', where: 'the roots before 2026-03-04' },
      ],
      ['an altered root', () => "update journal_roots set time_zone = 'UTC' where day = '2026-03-03'", { what: 'altered' }],
    ])('%s', async (_title, sql, { where, ...expected }: { where?: unknown }) => {
      await asOwner(sql())
      const { error } = await verdict()
      await asOwner(undo)
      expect(error).toMatchObject({ ...expected, ...(where ? { where: typeof where === 'function' ? where() : where } : {}) })
    })

    test('and nothing where everything is back in its place', async () => {
      expect((await verdict()).error).toBeNull()
    })
  })

  test('is whole without the events of a month that was taken out of the database', async () => {
    const { seq } = await head()
    const inMonth = newIdAt(clock.at)
    await fresh.database.asActor(system, (tx) =>
      tx
        .insertInto('events')
        .values({ ...event('detached'), subject_id: inMonth })
        .execute(),
    )
    await appendEvents(portal())
    await asOwner('alter table events detach partition event_months.events_2026_03')
    expect(await empty(inMonth, 'company')).toBe(1)
    const kept = await fresh.database.asOwner((run) =>
      run(`select after from event_months.events_2026_03 where subject_id = '${inMonth}'`),
    )
    expect(kept.rows).toEqual([{ after: null }])
    clock.at = new Date()
    await record('today')
    await appendEvents(portal())
    expect(await verdict()).toMatchObject({ error: null, rows: seq + 2, archived: seq + 1 })
  })
})
