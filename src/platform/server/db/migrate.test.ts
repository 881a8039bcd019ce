import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { isOlder, productVersion } from '#platform/server/version.ts'
import { bareTestEnv, databaseKinds, type TestEnv, testLog } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import type { DatabaseDriver } from './driver.ts'
import { knownMigrations, migrate, oldestVersionIn, type Upgrade } from './migrate.ts'
import { openDriver } from './open-driver.ts'
import { StartError } from './start-error.ts'

describe.each(databaseKinds('every'))('migrations on %s', inOrder, (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-migrations-'))
  let env: TestEnv
  let driver: DatabaseDriver

  beforeAll(async () => {
    env = await bareTestEnv(kind)
    const { dataDir, databaseUrl } = env
    driver = await openDriver({ dataDir, databaseUrl, log: testLog })
  })
  afterAll(async () => {
    await driver.close()
    await env.remove()
    rmSync(folder, { recursive: true })
  })

  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const ask = (text: string) => driver.asOwner(async (run) => (await run(text)).rows)

  it('are applied once, in order, as the owner of everything', async () => {
    put('0001_first.sql', 'create table things (id int); -- the last line may be a comment')
    put('0002_second.sql', 'insert into things values (1); insert into things values (2);')
    put('notes.txt', 'not sql')
    await migrate(driver, folder)
    await migrate(driver, folder)
    expect(await ask('select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await ask("select tableowner from pg_tables where tablename = 'things'")).toEqual([{ tableowner: 'passerelle_owner' }])
    expect(await ask('select name from passerelle.migrations order by name')).toEqual([
      { name: '0001_first.sql' },
      { name: '0002_second.sql' },
    ])
  })

  it('may be run by two servers at once', async () => {
    put('0003_slow.sql', 'select pg_sleep(0.2); create table once (id int);')
    await Promise.all([migrate(driver, folder), migrate(driver, folder)])
    expect(await ask('select count(*) as count from once')).toEqual([{ count: 0 }])
  })

  it('that fail are rolled back and named', async () => {
    put('0004_broken.sql', 'create table halfway (id int); select no_such_column;')
    await expect(migrate(driver, folder)).rejects.toThrow(/0004_broken.sql failed, nothing of it was kept: .*no_such_column/)
    expect(await ask("select to_regclass('halfway') is null as gone")).toEqual([{ gone: true }])
    rmSync(join(folder, '0004_broken.sql'))
    await migrate(driver, folder)
  })

  it('are begun with a copy, made once by one of two servers, and by none where nothing is pending', async () => {
    const seen: string[] = []
    const upgrade: Upgrade = {
      log: testLog,
      announce: async () => void seen.push('announced'),
      goesOn: () => expect.unreachable('nothing was interrupted'),
      async copy(run) {
        const { rows } = await run("select to_regclass('fifth') is null as before")
        seen.push(`copied ${rows[0]?.before}`)
        return '/a/copy.tar'
      },
    }
    await migrate(driver, folder, upgrade)
    expect(seen).toEqual([])
    put('0005_fifth.sql', 'create table fifth (id int)')
    await Promise.all([migrate(driver, folder, upgrade), migrate(driver, folder, upgrade)])
    expect(seen.filter((each) => each.startsWith('copied'))).toEqual(['copied true'])
    expect(seen).toContain('announced')
  })

  it('that were interrupted go on with the copy from before the first of them', async () => {
    let copied = 0
    const goneOn: (string | null)[] = []
    const upgrade: Upgrade = {
      log: testLog,
      announce: async () => {},
      copy: async () => `/a/copy-${++copied}.tar`,
      goesOn: (copy) => goneOn.push(copy),
    }
    put('0006_sixth.sql', 'create table sixth (id int)')
    put('0007_broken.sql', 'select no_such_column')
    await expect(migrate(driver, folder, upgrade)).rejects.toThrow(
      /0007_broken.sql failed.* Those before it were applied: .* was made as \/a\/copy-1.tar: it is not there now/,
    )
    put('0007_broken.sql', 'select 1')
    await migrate(driver, folder, upgrade)
    expect([copied, goneOn]).toEqual([1, ['/a/copy-1.tar']])
    put('0008_eighth.sql', 'select 1')
    await migrate(driver, folder, upgrade)
    expect(copied).toBe(2)
  })

  it('that were begun without a copy go on without one, since it would hold half of the upgrade', async () => {
    const goneOn: (string | null)[] = []
    const upgrade = (copy: Upgrade['copy']): Upgrade => ({
      log: testLog,
      announce: async () => {},
      copy,
      goesOn: (each) => goneOn.push(each),
    })
    put('0010_tenth.sql', 'create table tenth (id int)')
    put('0011_broken.sql', 'select no_such_column')
    await expect(
      migrate(
        driver,
        folder,
        upgrade(async () => null),
      ),
    ).rejects.toThrow('0011_broken.sql failed')
    put('0011_broken.sql', 'select 1')
    await migrate(
      driver,
      folder,
      upgrade(() => expect.unreachable('half of an upgrade is not copied')),
    )
    expect(goneOn).toEqual([null])
  })

  it('are told: the first at once, then every few seconds which it is, of how many', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const lines: object[] = []
    const upgrade: Upgrade = {
      log: { info: (facts: object) => lines.push(facts) },
      announce: async () => {},
      copy: async () => null,
      goesOn: () => expect.unreachable('nothing was interrupted'),
    }
    put('0012_first.sql', 'select 1')
    put('0013_second.sql', 'select 1')
    put('0014_slow.sql', 'select pg_sleep(1)')
    const migrated = migrate(driver, folder, upgrade)
    await vi.waitFor(() => expect(lines).toEqual([{ migration: '0012_first.sql', number: 1, of: 3 }]))
    await pause(300)
    vi.advanceTimersByTime(3000)
    await migrated
    vi.advanceTimersByTime(9000)
    vi.useRealTimers()
    expect(lines.slice(1)).toEqual([{ migration: '0014_slow.sql', number: 3, of: 3 }])
  })

  it('are not begun where the copy fails', async () => {
    put('0009_ninth.sql', 'create table ninth (id int)')
    const upgrade: Upgrade = {
      log: testLog,
      announce: async () => {},
      copy: () => Promise.reject(new StartError('the disk is full')),
      goesOn: () => expect.unreachable('nothing was interrupted'),
    }
    await expect(migrate(driver, folder, upgrade)).rejects.toThrow('the disk is full')
    expect(await ask("select to_regclass('ninth') is null as absent")).toEqual([{ absent: true }])
    rmSync(join(folder, '0009_ninth.sql'))
  })

  it('that were changed after they were applied are refused', async () => {
    put('0002_second.sql', 'insert into things values (3);')
    await expect(migrate(driver, folder)).rejects.toThrow('The migration 0002_second.sql was changed after it was applied')
    put('0002_second.sql', 'insert into things values (1); insert into things values (2);')
  })

  it('of a newer portal are passed by where each of them says that this version may run', async () => {
    put('0015_versions.sql', readFileSync('migrations/0309_oldest_versions.sql', 'utf8'))
    await migrate(driver, folder)
    const later = (name: string, oldest: string) => {
      put(name, `-- Oldest version that may run on it: ${oldest}\nselect 1`)
      return migrate(driver, folder).finally(() => rmSync(join(folder, name)))
    }
    await later('0016_allows.sql', productVersion)
    await migrate(driver, folder)
    // What was edited is refused there, too, and what is missing is not brought into a newer database.
    put('0001_first.sql', 'select 2')
    await expect(migrate(driver, folder)).rejects.toThrow('0001_first.sql was changed')
    put('0001_first.sql', 'create table things (id int); -- the last line may be a comment')
    put('0015_zz_between.sql', 'create table between_both (id int)')
    await expect(migrate(driver, folder)).rejects.toThrow(
      `(it has 0016_allows.sql, of version ${productVersion}): start the newer`,
    )
    rmSync(join(folder, '0015_zz_between.sql'))
    put('0016_allows.sql', `-- Oldest version that may run on it: ${productVersion}\nselect 1`)
    await later('0017_refuses.sql', '99.0.0')
    rmSync(join(folder, '0016_allows.sql'))
    await expect(migrate(driver, folder)).rejects.toThrow(
      `(it has 0017_refuses.sql, of version ${productVersion}, which needs 99.0.0 or newer): start the newer version.`,
    )
    await ask("delete from passerelle.migrations where name > '0016'")
  })

  it('of a newer portal that say nothing are refused', async () => {
    rmSync(join(folder, '0003_slow.sql'))
    await expect(migrate(driver, folder)).rejects.toThrow('newer than this portal (it has 0003_slow.sql)')
  })
})

test('each migration since the versions are kept says the oldest one that may run on it', async () => {
  const files = (await knownMigrations()).filter(({ name }) => name >= '0309')
  expect(files.filter(({ sql }) => oldestVersionIn(sql) === '').map(({ name }) => name)).toEqual([])
  expect(files.filter(({ sql }) => isOlder(productVersion, oldestVersionIn(sql))).map(({ name }) => name)).toEqual([])
})

test.each([
  ['0.3.0-dev', '0.3.0', true],
  ['0.3.0', '0.3.0', false],
  ['0.3.0', '0.3.0-dev', false],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.99.9', false],
])('version %s comes before %s: %s', (version, than, expected) => expect(isOlder(version, than)).toBe(expected))
