import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { systemRoutes } from '#operations/system/api.ts'
import type { BackupSchedule } from '#platform/server/config.ts'
import { noteGivenUp } from '#platform/server/jobs/given-up.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { TestApp } from '#test/test-app.ts'
import { backUpOnSchedule, checkBackupDirectory } from './scheduled.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-scheduled-'))
const backups = join(folder, 'nightly')
const passphrase = 'correct horse battery'

describe.each(databaseKinds())('a schedule of backups on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, {
      BACKUP_DIR: backups,
      BACKUP_KEEP: '2',
      BACKUP_AT: '0',
      BACKUP_PASSPHRASE: passphrase,
    })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('makes a backup on its hour, as its queue’s job, and keeps as many as it should', async () => {
    const stale = ['2026-01-01T010000Z', '2026-01-02T010000Z', '2026-01-03T010000Z'].map((time) => `passerelle-${time}.tar`)
    mkdirSync(backups, { recursive: true })
    for (const name of [...stale, 'letter.txt']) writeFileSync(join(backups, name), 'x')
    const { portal } = app
    const ask = () => portal.database.asActor(system, (tx) => portal.queue.send(tx, 'backup', {}))
    await ask()
    await vi.waitFor(() => expect(readdirSync(backups)).not.toContain(stale[0]), { timeout: 60_000, interval: 100 })
    const [letter, kept, made, ...more] = readdirSync(backups).sort()
    expect([letter, kept, more]).toEqual(['letter.txt', stale[2], []])
    expect(made).toMatch(/^passerelle-.*Z\.tar\.age$/)
    expect(readFileSync(join(backups, made ?? '')).includes('age-encryption.org')).toBe(true)
    // Not due any more.
    await backUpOnSchedule(portal, portal.config.backups as BackupSchedule)
    expect(readdirSync(backups)).toHaveLength(3)
  }, 90_000)

  test('runs a command after each backup, and again for the same one if it fails', async () => {
    const { portal } = app
    const directory = join(folder, 'copied')
    mkdirSync(directory)
    const stray = join(directory, 'passerelle-2026-01-01T010000Z.tar.partial')
    writeFileSync(stray, 'x')
    utimesSync(stray, 0, 0)
    const away = join(folder, 'away')
    const schedule = (command: string): BackupSchedule => ({ directory, hours: [0], keep: 2, command })
    const copy = `cp "$BACKUP_FILE" '${away}' && test -z "$SECRET$DATABASE_URL"`
    const failing = backUpOnSchedule(portal, schedule(`echo 'no such host' >&2; exit 1`))
    await expect(failing).rejects.toThrow(
      /^The backup passerelle-.*\.tar\.age was made, but BACKUP_COMMAND failed: no such host$/,
    )
    const [name = ''] = readdirSync(directory).filter((each) => each.endsWith('.tar.age'))
    const cause = { work: 'backup', reference: name, refusal: 'command_failed', facts: { output: 'no such host' } } as const
    await expect(failing).rejects.toMatchObject({ jobCause: cause })
    // Staff read it in their words, the log has it in English.
    await noteGivenUp(portal, { name: 'backup', data: {}, attempts: 1, reason: 'in English', failure: cause })
    const reasonIn = async (language: 'fr' | 'en') => {
      await app.admin.call(accountRoutes.chooseLanguage, { body: { language } })
      const [listed] = (await app.admin.call(failureRoutes.listFailures, {})).items
      const { backups: shown } = await app.admin.call(systemRoutes.getSystem, {})
      return [listed?.reason, shown?.failure?.reason]
    }
    const inFrench = `La sauvegarde ${name} a été faite, mais BACKUP_COMMAND a échoué : no such host`
    const inEnglish = `The backup ${name} was made, but BACKUP_COMMAND failed: no such host`
    expect([await reasonIn('fr'), await reasonIn('en')]).toEqual([
      [inFrench, inFrench],
      [inEnglish, inEnglish],
    ])
    await portal.database.asActor(system, (tx) => tx.deleteFrom('failed_jobs').execute())
    const archives = readdirSync(directory).filter((each) => each.endsWith('.tar.age'))
    expect([archives.length, existsSync(away), existsSync(stray)]).toEqual([1, false, true])
    await backUpOnSchedule(portal, schedule(`head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; ${copy}`))
    expect(readFileSync(away)).toEqual(readFileSync(join(directory, archives[0] ?? '')))
    expect(readdirSync(directory)).toEqual(archives)
  }, 90_000)

  test('says at the start that its directory cannot be used, in one line with the reason', async () => {
    const { portal } = app
    const directory = join(folder, 'occupied')
    const told: unknown[][] = []
    const log = { error: (...line: unknown[]) => void told.push(line) } as unknown as typeof portal.log
    const check = () =>
      checkBackupDirectory({
        log,
        config: { ...portal.config, backups: { ...(portal.config.backups as BackupSchedule), directory } },
      })
    await check()
    expect([told, existsSync(directory)]).toEqual([[], true])
    rmSync(directory, { recursive: true })
    writeFileSync(directory, 'no directory')
    await check()
    const text = `BACKUP_DIR ${directory} cannot be used: no backup is made until it can`
    expect(told).toEqual([[{ reason: expect.stringContaining('EEXIST') }, text]])
  })

  test('tells why a backup failed, keeps the others, and does not try again at once', async () => {
    const { portal } = app
    const schedule = { ...(portal.config.backups as BackupSchedule), hours: [portal.clock.now().getUTCHours()], keep: 1 }
    const broken = { ...portal, config: { ...portal.config, dataDir: join(folder, 'nowhere'), databaseUrl: null } }
    portal.clock.now = () => new Date(app.now.getTime() + 86_400_000)
    await expect(backUpOnSchedule(broken, schedule)).rejects.toThrow(/^The backup failed: There is no portal in .*nowhere/)
    expect(readdirSync(backups)).toHaveLength(3)
    await noteGivenUp(portal, { name: 'backup', data: {}, attempts: 2, reason: 'The backup failed: no disk' })
    await backUpOnSchedule(broken, schedule)
    expect(readdirSync(backups)).toHaveLength(3)
  })
})
