import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verificationRoutes } from '#contracts/verification/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { systemRoutes } from '#operations/system/api.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { defaultLimits } from '#platform/server/db/driver.ts'
import { openPglite } from '#platform/server/db/embedded/pglite-driver.ts'
import type { RunningPortal } from '#portal/server/start.ts'
import { journalGoesOn } from '#test/carried-journal.ts'
import {
  brokenOff,
  cutAfterCommit,
  entriesOf,
  headIn,
  manifestIn,
  refusalAtStart,
  restoreKilledAtCommit,
  sha256,
  stateOf,
  totalsAt,
  totalsIn,
  treeOf,
  treeWithoutDatabase,
} from '#test/carried-portal.ts'
import { databaseKinds, emptyTestEnv, type TestEnv, testLog } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { RichPortal } from '#test/rich-portal.ts'
import { startS3 } from '#test/s3-server.ts'
import { Client, password, TestApp } from '#test/test-app.ts'
import type { Manifest } from './archive-format.ts'
import { bring } from './bring.ts'
import type { CommandSettings } from './command-settings.ts'
import { backUp, move, restore, verify } from './commands.ts'
import { archiveParts } from './read-archive.ts'
import { settleAtStart } from './settle.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-backup-'))
/** The other kind of database, where there is one. */
const otherKind = databaseKinds()[0] ?? 'pglite'

let former: RichPortal
let settings: CommandSettings
const plain = join(folder, 'plain.tar')
/** The manifest of the archive `plain`. */
let manifest: Manifest

beforeAll(async () => {
  former = await RichPortal.open()
  settings = { dataDir: former.app.dataDir, databaseUrl: null, s3: null, secret: null, passphrase: null }
}, 120_000)
afterAll(async () => {
  await former.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('from a backup to a portal elsewhere', { shuffle: false }, () => {
  describe('a backup of a portal that goes on', () => {
    test('holds one moment of it while people write, and nobody is refused', async () => {
      let isOver = false
      const acknowledged: number[] = []
      const leadsBefore = Number((await totalsIn(former.app.portal.database))['public.leads']?.rows)
      const writing = (async () => {
        while (!isOver || acknowledged.length < 5) {
          const email = `paul${acknowledged.length}@bernard.example`
          await former.rich.call(leadRoutes.addLead, { body: { ...plainLead, email } })
          acknowledged.push(Date.now())
        }
      })()
      manifest = await backUp(settings, plain, testLog)
      isOver = true
      await writing
      const takenAt = Date.parse((await headIn(plain)).takenAt)
      const certain = leadsBefore + acknowledged.filter((at) => at < takenAt).length
      expect(manifest.tables['public.leads']?.rows).toBeGreaterThanOrEqual(certain)
      expect(manifest.files).toMatchObject({ missing: [], damaged: [] })
      expect(manifest.files.count).toBeGreaterThan(1)
      // The key of the seal is a row, encrypted under the secret.
      expect([manifest.keys, manifest.tables['public.seal_keys']?.rows]).toEqual([['secret'], 1])
      expect(readdirSync(settings.dataDir).filter((name) => name.includes('copy'))).toEqual([])
      await expect(backUp(settings, plain, testLog)).rejects.toThrow('is there already: give another name')
    })

    test('is verified in an embedded database that is thrown away', async () => {
      const { head, manifest: verified } = await verify({ passphrase: null }, plain, testLog)
      expect(head.database).toBe('pglite')
      expect(verified.tables['public.payouts']?.rows).toBe(1)
    }, 120_000)

    test('is not a copy of its directory, which is refused with a sentence', async () => {
      const copy = join(folder, 'copied')
      cpSync(join(settings.dataDir, 'database'), join(copy, 'database'), { recursive: true })
      const opening = openPglite({ dataDir: copy, limits: defaultLimits })
      await expect(opening).rejects.toThrow(/was copied while a portal was running on it.*npm run backup.*npm run restore/s)
      await expect(
        backUp({ ...settings, dataDir: copy, secret: 's'.repeat(32) }, join(folder, 'no.tar'), testLog),
      ).rejects.toThrow(/was copied while/)
      rmSync(copy, { recursive: true })
    })
  })

  describe(`the portal on ${otherKind} that a backup was restored into`, () => {
    let env: TestEnv
    let running: RunningPortal
    let target: CommandSettings

    beforeAll(async () => {
      env = await emptyTestEnv(otherKind)
      target = { ...settings, dataDir: env.dataDir, databaseUrl: env.databaseUrl }
    }, 120_000)
    afterAll(async () => {
      await running?.stop()
      await env.remove()
    })

    test('arrives, also after a restore that was killed at the server’s commit', async () => {
      const { dataDir, databaseUrl } = env
      if (databaseUrl) {
        expect(await restoreKilledAtCommit({ dataDir, databaseUrl }, plain)).toEqual({ signal: 'SIGKILL', output: '' })
        expect(entriesOf(dataDir)).toEqual(['incoming'])
        expect(await refusalAtStart(dataDir)).toMatch(/^A restore or move to .*: start it with DATABASE_URL set to that database/)
        expect(await settleAtStart(target)).toBe(true)
      } else await restore(target, plain, { replace: false, log: testLog })
      running = await former.startOn(env, { BACKUP_DIR: join(folder, 'nightly') })
    }, 120_000)

    test('lets people sign in, verifies seals, opens IBANs, and its numbers go on', async () => {
      const app = TestApp.around(running, env, former.app.now)
      const [admin, her, visitor] = [app.admin, new Client(running), new Client(running)]
      await journalGoesOn(running.portal, manifest)
      // Sessions of the former portal have ended.
      expect((await visitor.send('GET', '/api/leads', undefined, { cookie: former.rich.cookie })).statusCode).toBe(401)
      await app.signIn(admin, 'admin@acme.example')
      await app.signIn(her, former.rich.email)
      const verification = await visitor.call(verificationRoutes.verifyFile, { query: { sha256: sha256(former.sealedContract) } })
      expect(verification.verdict).toBe('genuine')
      const sealOf = async ({ portal }: Pick<RunningPortal, 'portal'>) => (await portal.sealer.certificates()).leafSha256
      expect(await sealOf(running)).toBe(await sealOf(former.app.running))
      const mine = await admin.call(paymentRoutes.revealIban, { params: { id: former.rich.userId }, body: { password } })
      const { paymentInfo } = await former.rich.call(paymentRoutes.getPaymentInfo, {})
      expect(mine.iban).toBe(paymentInfo?.iban)

      const leads = await her.call(leadRoutes.listLeads, { query: { limit: 200 } })
      expect(leads.items).toHaveLength(manifest.tables['public.leads']?.rows ?? -1)
      const merged = await admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id: former.mergedId } })
      expect([merged.person.fullName, merged.merged?.into.id]).toEqual(['Cédée Martin', former.rich.userId])
      const { database } = running.portal
      const jobs = await database.runAsJobs(`select start_after from pgboss.job where id = '${former.jobId}'`)
      expect(jobs.rows).toEqual([{ start_after: new Date(former.later) }])

      const there = await PayoutApp.around(app)
      await there.payable(her, 5000)
      const run = await there.issue(await there.preview())
      expect((await there.payouts(run.body.id)).map((payout) => payout.reference)).toEqual([former.nextReference])
      const { rows } = await database.asOwner((run) =>
        run(`select count(*)::int as all, count(distinct seq)::int as different,
        (select id from event_months.events_2025_03) as old from events`),
      )
      expect(rows[0]?.all).toBe(rows[0]?.different)
      // Where it comes from, that month had not been made.
      expect(rows[0]?.old).toBe(former.oldEvent)
      expect(rows[0]?.all).toBeGreaterThan(manifest.tables['public.events']?.rows ?? 0)
    })

    test('shows administrators the certificate that it came with, and that there is no scheduled backup yet', async () => {
      const admin = new Client(running)
      await TestApp.around(running, env, former.app.now).signIn(admin, 'admin@acme.example')
      const { seal, backups: scheduled } = await admin.call(systemRoutes.getSystem, {})
      const { notAfter } = await former.app.portal.sealer.certificates()
      const daysLeft = Math.floor((notAfter.getTime() - former.app.now.getTime()) / 86_400_000)
      const name = expect.stringContaining('CN=')
      const certificate = { own: false, subject: name, issuer: name, validUntil: notAfter.toISOString(), daysLeft }
      expect(seal).toEqual({ ok: true, detail: null, certificate, timestamps: null })
      expect(scheduled).toMatchObject({ last: null, failure: null, next: former.app.now.toISOString() })
    })

    test('is not overwritten, and not touched by a restore that fails; --replace keeps it beside', async () => {
      const into = (replace: boolean) => restore(target, plain, { replace, log: testLog })
      await expect(into(true)).rejects.toThrow(/^(A|Another) portal is running/)
      await running.stop()
      // The server lists a session for a moment after it has ended.
      await vi.waitFor(() => expect(into(false)).rejects.toThrow(/^There is a portal already in .*--replace/), 15_000)
      const before = await stateOf(target)
      const failing = bring(brokenOff(archiveParts({ path: plain, passphrase: null }), 'file'), target, {
        replace: true,
        endSessions: true,
        resumes: null,
        keepFiles: true,
        log: testLog,
      })
      await expect(failing).rejects.toThrow('broken off')
      expect(await stateOf(target)).toEqual(before)
      const wrong = restore({ ...target, secret: 'another secret of thirty-two characters' }, plain, {
        replace: true,
        log: testLog,
      })
      await expect(wrong).rejects.toThrow('SECRET is set to another one than the portal had')
      expect(await stateOf(target)).toEqual(before)

      const { setAside } = await into(true)
      expect(readdirSync(setAside.folder ?? '')).toEqual(expect.arrayContaining(['files', 'secret']))
      expect((await stateOf(target)).payouts).toBe(before.payouts - 1)
      if (!setAside.backup) return
      const oldManifest = await manifestIn(setAside.backup)
      expect([oldManifest.tables['public.payouts']?.rows, oldManifest.keys.includes('secret')]).toEqual([before.payouts, true])
    }, 120_000)

    test('moves into a directory with an embedded database, row by row and file by file, and stays as it was', async () => {
      const moved = { dataDir: join(folder, 'moved'), databaseUrl: null, remove: async () => undefined }
      const stateNow = async () => [await totalsAt(target), treeWithoutDatabase(target.dataDir)]
      const before = await stateNow()
      const { manifest: read } = await move(target, moved, testLog)
      expect(await stateNow()).toEqual(before)
      const files = (place: string) => ({ ...treeOf(join(place, 'files')), mark: '' })
      expect(files(moved.dataDir)).toEqual(files(target.dataDir))
      const there = await former.startOn(moved, {})
      try {
        expect([read.tables, await totalsIn(there.portal.database)]).toMatchObject([before[0], before[0]])
        const app = TestApp.around(there, moved, former.app.now)
        const her = new Client(there)
        await app.signIn(app.admin, 'admin@acme.example')
        await app.signIn(her, former.rich.email)
        expect((await her.call(leadRoutes.listLeads, { query: { limit: 200 } })).items).toHaveLength(
          read.tables['public.leads']?.rows ?? -1,
        )
      } finally {
        await there.stop()
      }
    }, 120_000)
  })

  describe('a portal with its files in a bucket', () => {
    test('is restored from the same backup, and backed up again; a bucket of another portal is refused', async () => {
      const [env, s3] = [await emptyTestEnv(otherKind), await startS3()]
      const target = { ...settings, dataDir: env.dataDir, databaseUrl: env.databaseUrl, s3: s3.direct }
      try {
        await restore(target, plain, { replace: false, log: testLog })
        expect(readdirSync(env.dataDir)).not.toContain('files')
        const again = await backUp(target, join(folder, 'bucket.tar'), testLog)
        expect(again.files).toEqual(manifest.files)
        expect(again.tables['public.payouts']).toEqual(manifest.tables['public.payouts'])
        const other = { ...target, dataDir: join(folder, 'third') }
        await expect(restore({ ...other, databaseUrl: null }, plain, { replace: false, log: testLog })).rejects.toThrow(
          /^There is a portal already in http.*documents/,
        )
        expect(readdirSync(other.dataDir)).toEqual(['portal.lock'])
      } finally {
        await s3.stop()
        await env.remove()
      }
    }, 120_000)
  })

  describe('a stopped portal', () => {
    test('moves to a server with files, sessions and all, also after a break; what was there is as it was', async () => {
      const env = await emptyTestEnv(otherKind)
      const target = { dataDir: env.dataDir, databaseUrl: env.databaseUrl }
      await expect(move(settings, target, testLog)).rejects.toThrow(/^A portal is running on .*: stop it first/)
      await former.app.running.stop()
      const rows = await totalsAt(settings)
      const before = treeOf(settings.dataDir)
      const how = { replace: false, endSessions: false, resumes: settings.dataDir, keepFiles: true, log: testLog }
      const parts = brokenOff(archiveParts({ path: plain, passphrase: null }), 'manifest')
      const breaking = bring(parts, { ...target, s3: null, secret: null, passphrase: null }, how)
      await expect(breaking).rejects.toThrow('broken off')
      const filesIn = (place: string) => treeOf(join(place, 'files'), ({ ino }) => String(ino))
      const copied = filesIn(join(env.dataDir, 'incoming'))
      expect(Object.keys(copied).length).toBeGreaterThan(2)

      if (env.databaseUrl) {
        await cutAfterCommit(env.databaseUrl, (url) => move(settings, { ...target, databaseUrl: url }, testLog))
        expect(entriesOf(env.dataDir)).toEqual(['incoming'])
        await expect(move(settings, target, testLog)).rejects.toThrow('complete but for its last step. That step is done now')
      } else await move(settings, target, testLog)
      expect(await totalsAt(target)).toEqual(rows)
      expect(treeOf(settings.dataDir)).toEqual(before)
      // The same files, not written again.
      expect(filesIn(env.dataDir)).toMatchObject(copied)
      expect(await stateOf(target)).toEqual({
        payouts: rows['public.payouts']?.rows,
        sessions: rows['auth.sessions']?.rows,
        entries: ['files', 'secret', ...(env.databaseUrl ? [] : ['database'])].sort(),
      })
      expect(rows['auth.sessions']?.rows).toBeGreaterThan(1)
      await env.remove()
    }, 120_000)

    test('is moved by a command that neither takes nor prints the password of a server', async () => {
      const env = await emptyTestEnv(otherKind)
      const run = (to: readonly string[], more: Record<string, string> = {}) => {
        const env = { ...process.env, DATA_DIR: settings.dataDir, ...more }
        return spawnSync(process.execPath, ['src/operations/backup/server/command.ts', 'move', ...to], {
          env,
          encoding: 'utf8',
        })
      }
      const refused = run(['--to', 'postgres://portal:open-sesame@db/portal'])
      expect([refused.status, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toMatch(/set TARGET_DATABASE_URL to it, and give --to-server/)
      expect(refused.stderr).not.toContain('open-sesame')
      expect(run(['--to-server']).stderr).toMatch(/^Set TARGET_DATABASE_URL to the server/)
      const moved = env.databaseUrl
        ? run(['--to-server', '--data-dir', env.dataDir], { TARGET_DATABASE_URL: env.databaseUrl })
        : run(['--to', env.dataDir])
      expect([moved.status, moved.stderr]).toEqual([0, ''])
      expect(moved.stdout).toMatch(/compared\. What was there is as it was\.\nStart it there from now on/)
      if (env.databaseUrl) expect(moved.stdout).not.toContain(env.databaseUrl)
      const elsewhere = `${env.dataDir}-2`
      const again = env.databaseUrl
        ? run(['--to-server', '--data-dir', elsewhere], { TARGET_DATABASE_URL: env.databaseUrl })
        : run(['--to', env.dataDir])
      const place = env.databaseUrl ? 'the database of TARGET_DATABASE_URL' : env.dataDir
      expect([again.status, again.stdout]).toEqual([1, ''])
      expect(again.stderr).toBe(`There is a portal already in ${place}. A move replaces none: name an empty place.\n`)
      const nobody = run(['--to-server', '--data-dir', elsewhere], {
        TARGET_DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
      })
      expect(nobody.stderr).toMatch(/^The PostgreSQL server of TARGET_DATABASE_URL cannot be used/)
      rmSync(elsewhere, { recursive: true, force: true })
      await env.remove()
    }, 120_000)
  })
})
