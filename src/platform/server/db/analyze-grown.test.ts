import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { analyzeGrown, analyzeMostGrown } from './analyze-grown.ts'
import type { Database } from './database.ts'

describe('tables that grow in the embedded database', inOrder, () => {
  let database: Database
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ database, close } = await freshDatabase('pglite'))
    await database.asOwner((run) =>
      run(`create table visits (id int primary key, guest int);
        create index visits_by_guest on visits (guest);
        insert into visits select n, n from generate_series(1, 5) n; analyze visits;
        create function visited(wanted int) returns boolean language plpgsql as $$
        begin return exists (select from visits where guest = wanted); end $$`),
    )
  })
  afterAll(() => close())

  const ask = (text: string) => database.asOwner(async (run) => (await run(text)).rows)
  const addVisits = (from: number, to: number) =>
    ask(`insert into visits select n, n from generate_series(${from}, ${to}) n; select pg_stat_force_next_flush()`)
  const settle = async () => {
    const names: string[] = []
    for (let name = await database.asOwner(analyzeMostGrown); name; name = await database.asOwner(analyzeMostGrown))
      names.push(name)
    return names
  }
  /** How often all of the table is read by ten calls of the function. */
  async function readsOfAll() {
    const scans = async () =>
      Number((await ask("select seq_scan from pg_stat_user_tables where relname = 'visits'"))[0]?.seq_scan)
    await ask('select pg_stat_force_next_flush()')
    const before = await scans()
    for (let call = 0; call < 10; call += 1) await ask('select visited(4)')
    await ask('select pg_stat_force_next_flush()')
    return (await scans()) - before
  }

  test('a plan that was kept from when a table was small gives way once the table has grown', async () => {
    await settle()
    expect(await readsOfAll()).toBe(10)
    await addVisits(6, 20_000)
    expect(await readsOfAll()).toBe(10)
    expect(await settle()).toEqual(['public.visits'])
    expect(await readsOfAll()).toBe(0)
  })

  test('they are followed while the portal runs, until it stops', async () => {
    const log = { warn: vi.fn() }
    const stop = analyzeGrown({ database, log })
    await addVisits(20_001, 50_000)
    const rows = async () => Number((await ask("select reltuples from pg_class where relname = 'visits'"))[0]?.reltuples)
    await vi.waitFor(async () => expect(await rows()).toBe(50_000), { timeout: 20_000, interval: 200 })
    await stop()
    expect(log.warn).not.toHaveBeenCalled()
  })
})
