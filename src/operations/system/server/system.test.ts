import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { retryJobsNow, wakeWorkers } from '#test/retry-jobs.ts'
import { staffReading } from '#test/staff-reading.ts'
import { TestApp } from '#test/test-app.ts'
import { systemRoutes } from '../api.ts'
import { type MailFigures, mailFinding } from '../domain.ts'

const soon = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

describe.each(databaseKinds())('what administrators see of the system on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let mailbox: Mailbox
  const backups = join(mkdtempSync(join(tmpdir(), 'passerelle-system-')), 'backups')
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    const settings = { BACKUP_DIR: backups, BACKUP_AT: '3', TSA_URL: 'http://127.0.0.1:9/tsa' }
    app = await TestApp.open(databaseKind, { SMTP_URL: mailbox.url, ...settings })
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
    rmSync(join(backups, '..'), { recursive: true })
  })
  const look = () => app.admin.call(systemRoutes.getSystem, {})
  const readFinding = (mail: MailFigures) => readAs(staffReading, () => mailFinding(mail))
  const invite = (email: string) =>
    app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Marie Dupont', role: 'partner' } })

  test('figures of the database, files and versions are real', async () => {
    const values = "gen_random_uuid(), 'logo', 'x', 'png', 1234567, repeat('0', 64), now()"
    await app.portal.database.asOwner((run) =>
      run(`insert into files (id, purpose, name, kind, size, sha256, created_at) values (${values})`),
    )
    const state = await look()
    expect(state).toMatchObject({
      schema: expect.stringMatching(/^\d{4}_\w+$/),
      node: process.version,
      database: { ok: true, kind: databaseKind, version: expect.stringMatching(/^\d+/) },
      storage: { ok: true, kind: 'folder', place: join(app.dataDir, 'files'), files: 1, bytes: 1_234_567 },
      mail: { ok: true, isSent: true, waiting: 0, lastError: null },
      // Nothing was sealed: looking makes no key.
      seal: { ok: true, certificate: null, timestamps: { service: '127.0.0.1:9', outage: null } },
      scanner: null,
      failures: 0,
    })
    expect(state.database.bytes).toBeGreaterThan(5_000_000)
    expect(state.storage.freeBytes).toBeGreaterThan(0)
    if (databaseKind === 'postgres') expect(state.database.connections?.used).toBeGreaterThan(0)
    expect(state.liveSeconds).toBeLessThan(5)
  })

  test('no secret and no address of a person is shown', async () => {
    const text = JSON.stringify(await look())
    for (const secret of [app.portal.config.secret, 'admin@acme.example', mailbox.url]) expect(text).not.toContain(secret)
  })

  test('the newest backup, when the next one is made, and why the folder cannot be read', async () => {
    const at = new Date(app.now.getTime() - 3_600_000)
    const name = `passerelle-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`
    mkdirSync(backups, { recursive: true })
    for (const each of [name, 'passerelle-2020-01-01T000000Z.tar', 'other.txt'])
      writeFileSync(join(backups, each), 'x'.repeat(10))
    const { last, next, detail } = (await look()).backups ?? {}
    expect({ last, detail }).toEqual({ last: { name, bytes: 10, at: `${at.toISOString().slice(0, 19)}.000Z` }, detail: null })
    expect(new Date(next ?? 0).getTime()).toBeGreaterThanOrEqual(app.now.getTime())
    rmSync(backups, { recursive: true })
    writeFileSync(backups, 'no folder')
    expect((await look()).backups?.detail).toMatch(/^BACKUP_DIR cannot be read: ENOTDIR/)
    rmSync(backups)
  })

  test('a mail server that refuses is named with its reason; what was given up goes out again with one click', async () => {
    mailbox.behave({ rcpt: [452, '4.2.2 Mailbox full'] })
    await invite('plus.tard@exemple.fr')
    const { mail } = await soon(async () => {
      const state = await look()
      expect(state.mail).toMatchObject({ waiting: 1, lastError: '452 4.2.2 Mailbox full' })
      return state
    })
    expect(readFinding(mail).sentence).toBe('The mail server refuses: 452 4.2.2 Mailbox full.')
    mailbox.behave({ rcpt: [550, '5.1.1 User unknown'] })
    await invite('inconnue@exemple.fr')
    await app.portal.database.asActor(system, (tx) =>
      app.portal.queue.send(tx, 'event', { eventId: '01900000-0000-7000-8000-00000000dead' }),
    )
    await soon(async () => expect(await retryJobsNow(app.portal.database, 'event', 1)).toBe(1))
    await soon(async () => {
      await wakeWorkers(app.portal.database, 'given-up')
      expect((await look()).failures).toBe(2)
    })
    const { items } = await app.admin.call(failureRoutes.listFailures, {})
    expect(items.map(({ mail, job, attempts, reason }) => [mail?.recipient ?? null, job, attempts, reason])).toEqual(
      expect.arrayContaining([
        ['inconnue@exemple.fr', null, 1, '550 5.1.1 User unknown'],
        [null, 'event', 2, expect.stringContaining('no result')],
      ]),
    )
    mailbox.behave()
    expect(await app.admin.call(failureRoutes.retryFailures, {})).toEqual({ retried: 2 })
    await soon(async () => expect(mailbox.to('inconnue@exemple.fr')).toHaveLength(1))
    // The work of an event that is not there fails again.
    await soon(async () => expect(await retryJobsNow(app.portal.database, 'event', 1)).toBe(1))
    await soon(async () => {
      await wakeWorkers(app.portal.database, 'given-up')
      expect((await app.admin.call(failureRoutes.listFailures, {})).items.map(({ job }) => job)).toEqual(['event'])
    })
  })

  test('a mail server that is away is a problem, with a sentence', async () => {
    await mailbox.close()
    const { mail } = await look()
    expect(mail.ok).toBe(false)
    expect(readFinding(mail)).toMatchObject({
      condition: 'bad',
      sentence: expect.stringContaining('The mail server does not answer'),
    })
    mailbox = await Mailbox.open()
  })
})
