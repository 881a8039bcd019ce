import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandSettings } from '#operations/backup/server/command-settings.ts'
import { restore, verify } from '#operations/backup/server/commands.ts'
import { sweepUpgradeCopies } from '#operations/backup/server/upgrade-copy.ts'
import { readConfig } from '#platform/server/config.ts'
import { knownMigrations, migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { startPortal } from '#portal/server/start.ts'
import { bareTestEnv, databaseKinds, emptyTestEnv, type TestEnv, testLog } from './databases.ts'
import { inOrder } from './in-order.ts'
import { freePort } from './postgres.ts'
import { loadRows, migrationsUpTo, readFixture } from './upgrade/fixture.ts'

const version = '0029'
const fixture = readFixture(version)
const secret = 'the secret of the portal in test/fixtures'
const mark = String(fixture['public.installation']?.[0]?.store_mark)

describe.each(databaseKinds('every'))('the copy before an upgrade on %s', inOrder, (databaseKind) => {
  const folder = migrationsUpTo(version)
  let env: TestEnv
  let port: number
  const copies = () => readdirSync(env.dataDir).filter((name) => name.startsWith('before-upgrade-'))
  const copy = () => join(env.dataDir, copies()[0] ?? '')
  // Encrypted on one of both: deriving the key takes a second each time.
  const passphrase = databaseKind === 'pglite' ? 'correct horse battery' : null
  const settings = (): CommandSettings => ({ ...env, s3: null, secret, passphrase })
  const driverOf = () => openDriver({ dataDir: env.dataDir, databaseUrl: env.databaseUrl, log: testLog })
  const start = (more: Record<string, string> = {}) => {
    const { dataDir, databaseUrl } = env
    const values = { DATA_DIR: dataDir, PORT: String(port), SECRET: secret, DATABASE_URL: databaseUrl ?? '', ...more }
    return startPortal(readConfig(values, { dataDir }), { logLevel: 'silent' })
  }
  const applied = async () => {
    const driver = await driverOf()
    const { rows } = await driver.asOwner((run) => run('select max(name) as newest from passerelle.migrations'))
    await driver.close()
    return String(rows[0]?.newest).slice(0, 4)
  }

  beforeAll(async () => {
    env = await bareTestEnv(databaseKind)
    port = await freePort()
    const driver = await driverOf()
    await migrate(driver, folder)
    await driver.asOwner((run) => loadRows(run, fixture))
    await driver.close()
    mkdirSync(join(env.dataDir, 'files', 'lead-files'), { recursive: true })
    writeFileSync(join(env.dataDir, 'files', 'mark'), `${mark}\n`)
    writeFileSync(join(env.dataDir, 'files', 'lead-files', 'kept'), 'a file')
  }, 120_000)
  afterAll(async () => {
    await env.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('that cannot be made stops the start, and nothing is migrated', async () => {
    const file = join(env.dataDir, 'a-file')
    writeFileSync(file, '')
    const refused = start({ BACKUP_DIR: join(file, 'backups') })
    await expect(refused).rejects.toThrow(
      /could not be copied to .*a-file\/backups before it is upgraded \(ENOTDIR.*UPGRADE_COPY=off/,
    )
    expect([await applied(), copies()]).toEqual([version, []])
  }, 60_000)

  test('is made before anything is migrated, as backups are, while people and health checks are answered', async () => {
    writeFileSync(join(env.dataDir, 'before-upgrade-2026-01-01T010000Z.tar'), 'of an earlier upgrade')
    writeFileSync(join(env.dataDir, 'before-upgrade-2026-02-01T010000Z.tar.age.partial'), 'of a server that was killed')
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
      return answer && { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
    }
    const starting = start({ BACKUP_PASSPHRASE: passphrase ?? '' })
    let isStarted = false
    const seen = { health: '', page: '', api: '' }
    const asking = (async () => {
      while (!isStarted && !seen.api) {
        const health = await ask('/health')
        if (!health?.text.includes('upgrading')) continue
        const [page, api] = [await ask('/dashboard'), await ask('/api/session')]
        if (page?.status !== 503 || api?.status !== 503) continue
        Object.assign(seen, { health: health.text, page: page.text, api: api.text, retry: page.retryAfter })
      }
    })()
    const { stop } = await starting.finally(() => {
      isStarted = true
    })
    await asking
    await stop()
    expect(JSON.parse(seen.health)).toEqual({ ok: true, upgrading: true })
    expect(seen.page).toMatch(/<h1>Le portail est en maintenance<\/h1>/)
    expect(JSON.parse(seen.api)).toMatchObject({ code: 'maintenance' })
    expect(copies()).toEqual([expect.stringMatching(passphrase ? /^before-upgrade-.*Z\.tar\.age$/ : /^before-upgrade-.*Z\.tar$/)])
    const { head, manifest } = await verify({ passphrase }, copy(), testLog)
    expect([head.migrations.at(-1)?.name.slice(0, 4), head.filesIn, manifest.files.count]).toEqual([version, mark, 0])
    expect(manifest.tables['public.leads']?.rows).toBe(fixture['public.leads']?.length)
    expect(await applied()).toBe((await knownMigrations()).at(-1)?.name.slice(0, 4))
  }, 120_000)

  test('is not made again by the next start, and is named by a version that the database is too new for', async () => {
    const before = copies()
    await (await start()).stop()
    expect(copies()).toEqual(before)
    const driver = await driverOf()
    await expect(migrate(driver, folder)).rejects.toThrow(`npm run restore -- --from ${copy()} --replace`)
    await driver.close()
  }, 60_000)

  test('is restored where the files are, which stay, and nowhere else', async () => {
    const elsewhere = await emptyTestEnv('pglite')
    const away = restore({ ...settings(), ...elsewhere }, copy(), { replace: false, log: testLog })
    await expect(away).rejects.toThrow('The archive has no files, and those at')
    await elsewhere.remove()
    const { setAside } = await restore(settings(), copy(), { replace: true, log: testLog })
    expect(existsSync(join(env.dataDir, 'files', 'lead-files', 'kept'))).toBe(true)
    expect(setAside.folder ? readdirSync(setAside.folder) : []).not.toContain('files')
    await (await start()).stop()
  }, 120_000)

  test('goes after 30 days', async () => {
    const config = readConfig({ SECRET: secret }, { dataDir: env.dataDir })
    const [, day = ''] = /before-upgrade-(\d{4}-\d\d-\d\d)/.exec(basename(copy())) ?? []
    const daysLater = (days: number) => ({ config, clock: { now: () => new Date(Date.parse(day) + days * 86_400_000) } })
    await sweepUpgradeCopies(daysLater(30))
    expect(copies()).toHaveLength(1)
    await sweepUpgradeCopies(daysLater(32))
    expect(copies()).toEqual([])
    // The first backup makes its directory.
    const backups = readConfig({ SECRET: secret, BACKUP_DIR: join(env.dataDir, 'not-yet') }, { dataDir: env.dataDir })
    await sweepUpgradeCopies({ ...daysLater(32), config: backups })
  })
})
