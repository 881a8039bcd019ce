import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { notificationRoutes } from '#communication/notifications/api/notifications.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { contractStages } from '#contracts/contracts/domain/signing.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { verificationRoutes } from '#contracts/verification/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { restore } from '#operations/backup/server/commands.ts'
import { portalParts } from '#operations/backup/server/portal-parts.ts'
import { writeArchive } from '#operations/backup/server/write-archive.ts'
import { overviewRoutes } from '#overview/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { readConfig } from '#platform/server/config.ts'
import type { DatabaseDriver } from '#platform/server/db/driver.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { openFolderStore } from '#platform/server/files/folder-store.ts'
import { type RunningPortal, startPortal } from '#portal/server/start.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import { checkLists } from './check-lists.ts'
import { bareTestEnv, databaseKinds, emptyTestEnv, type TestEnv, testLog } from './databases.ts'
import { inOrder } from './in-order.ts'
import { leadsAddUp } from './policies/business-tables.ts'
import { commissionsAddUp } from './policies/commission-tables.ts'
import { catalogue } from './policies/expectations.ts'
import { structureFindings } from './policies/findings.ts'
import { totalsAddUp } from './policies/kept-sums.ts'
import { Client, password } from './test-app.ts'
import { asOfToday } from './upgrade/changes.ts'
import { loadRows, migrationsUpTo, type Rows, readFixture, rowsLike } from './upgrade/fixture.ts'

const version = '0029'
const fixture = readFixture(version)
const today = asOfToday(fixture)
const portal = { secret: 'the secret of the portal in test/fixtures' }
const sorted = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.map((row) => JSON.stringify(canonical(row))).sort()]))
/** Sorts keys at every depth, since jsonb orders them differently. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, canonical(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe.each(databaseKinds('every'))(`upgrade from migration ${version} on %s`, inOrder, (databaseKind) => {
  const folder = migrationsUpTo(version)
  let env: TestEnv
  let driver: DatabaseDriver
  let running: RunningPortal | undefined

  beforeAll(async () => {
    env = await bareTestEnv(databaseKind)
    const { dataDir, databaseUrl } = env
    driver = await openDriver({ dataDir, databaseUrl, log: testLog })
    await migrate(driver, folder)
  }, 120_000)
  afterAll(async () => {
    await running?.stop()
    await env.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('starts with rows in every table, and of every status that the database lists', async () => {
    await driver.asOwner(async (run) => {
      await loadRows(run, fixture)
      expect(sorted(await rowsLike(run, fixture))).toEqual(sorted(fixture))
      const { rows: tables } = await run(`
        select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'auth')`)
      expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(fixture).sort())
      expect(Object.keys(fixture).filter((table) => fixture[table]?.length === 0)).toEqual([])
      for (const [column, values] of Object.entries(await checkLists(run))) {
        const [name, table] = column.split('.').reverse()
        const schema = column.split('.').length === 3 ? 'auth' : 'public'
        const held = fixture[`${schema}.${table}`]?.flatMap((row) => row[name ?? ''] ?? [])
        expect([...new Set(held)].sort(), column).toEqual(values)
      }
    })
  })

  // On one of both: what an archive holds is the same.
  if (databaseKind === 'pglite')
    test('is restored from a backup of that version, and migrated as declared', async () => {
      const { secret } = portal
      const archive = join(env.dataDir, 'old.tar')
      const files = await openFolderStore(env.dataDir)
      await driver.asOwner((run) => {
        const keys = new Map([['secret', Buffer.from(secret)]])
        return writeArchive(archive, portalParts({ kind: 'pglite', takenAt: new Date(), run, files, keys }), { passphrase: null })
      })
      const other = await emptyTestEnv(databaseKinds()[0] ?? 'pglite')
      const { dataDir, databaseUrl } = other
      const { manifest } = await restore({ ...other, s3: null, secret: null, passphrase: null }, archive, {
        replace: false,
        log: testLog,
      })
      // The fixture has no files.
      expect(manifest.files.missing.length).toBeGreaterThan(0)
      const restored = await openDriver({ dataDir, databaseUrl, log: testLog })
      // Sessions have ended, and the files have a mark of their own.
      const { 'auth.sessions': sessions = [], 'public.installation': mark = [], ...rest } = today
      expect([sessions.length > 0, mark.length]).toEqual([true, 1])
      await restored.asOwner(async (run) => {
        expect(sorted(await rowsLike(run, rest))).toEqual(sorted(rest))
        expect((await run('select from auth.sessions')).rows).toEqual([])
        expect(await structureFindings(run, catalogue)).toEqual([])
      })
      await restored.close()
      await other.remove()
    }, 60_000)

  test('migrates every row as declared, to a schema that the policy catalogue matches', async () => {
    await migrate(driver)
    await driver.asOwner(async (run) => {
      expect(sorted(await rowsLike(run, today))).toEqual(sorted(today))
      expect(await structureFindings(run, catalogue)).toEqual([])
      const { rows } = await run('select count(*)::int as loose from pg_constraint where not convalidated')
      expect(rows[0]?.loose).toBe(0)
      // Each event lies in the month of its id: in the default partition are those alone that no month is meant for.
      const { rows: events } = await run(`select c.relname as month, e.id from events e join pg_class c on c.oid = e.tableoid`)
      const timeIn = (id: unknown) => new Date(Number.parseInt(String(id).replace('-', '').slice(0, 12), 16)).toISOString()
      expect(events.filter(({ month, id }) => month !== `events_${timeIn(id).slice(0, 7).replace('-', '_')}`)).toEqual([])
      // Leads from before were accepted when they came, and the programme goes on without registrations.
      const { rows: registrations } = await run(`select (select registrations from programme_settings) as wanted,
        (select count(*) from leads) - count(*) as without, min(r.number) as first, bool_and(r.decided_at = l.created_at
          and r.state = case l.status when 'signe' then 'converted' else 'accepted' end and r.protected_until is null) as accepted
        from lead_registrations r join leads l on l.id = r.lead_id and l.partner_id = r.partner_id`)
      expect(registrations[0]).toEqual({
        wanted: false,
        without: 0,
        first: expect.stringMatching(/^REF-\d{4}-000001$/),
        accepted: true,
      })
      for (const addsUp of [leadsAddUp, commissionsAddUp, ...totalsAddUp])
        expect(Object.values((await run(addsUp)).rows[0] ?? {})).toEqual([true])
    })
    await driver.close()
  })

  test('starts and serves: staff see everything, partners their own, signatures are valid', async () => {
    const { dataDir, databaseUrl } = env
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    writeFileSync(join(dataDir, 'files', 'mark'), `${fixture['public.installation']?.[0]?.store_mark}\n`)
    const settings = {
      DATA_DIR: dataDir,
      PORT: '0',
      PUBLIC_URL: 'http://portal.test',
      SECRET: portal.secret,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }
    running = await startPortal(readConfig(settings, { dataDir }), { listen: false, logLevel: 'error' })
    const [admin, marie, visitor] = [new Client(running), new Client(running), new Client(running)]
    await admin.call(authRoutes.signIn, { body: { email: 'admin@acme.example', password } })
    await marie.call(authRoutes.signIn, { body: { email: 'marie@exemple.fr', password } })
    const all = { limit: 200 }
    const count = (table: string) => today[table]?.length

    const contracts = (await admin.call(contractRoutes.listContracts, { query: all })).items
    expect(contracts).toHaveLength(count('public.contracts') ?? 0)
    expect([...new Set(contracts.map(({ stage }) => stage))].sort()).toEqual([...contractStages].sort())
    for (const { id } of contracts) await admin.call(signingRoutes.contractEvidence, { params: { id } })
    expect((await admin.call(leadRoutes.listLeads, { query: all })).items).toHaveLength(count('public.leads') ?? 0)
    expect((await admin.call(commissionRoutes.listCommissions, { query: all })).items).toHaveLength(
      count('public.commissions') ?? 0,
    )
    expect((await admin.call(resourceRoutes.listResources, { query: all })).items).toHaveLength(count('public.resources') ?? 0)
    expect((await admin.call(templateRoutes.listTemplates, { query: { archived: 'true' } })).templates.length).toBeGreaterThan(0)
    await admin.call(partnerRoutes.listPartners, { query: all })
    const { totalOpportunities } = await admin.call(overviewRoutes.getOverview, {})
    expect(totalOpportunities).toBe(count('public.leads'))
    expect((await inboxOf(admin)).contractsToCountersign).toBe(contracts.filter(({ stage }) => stage === 'signed').length)
    await admin.call(overviewRoutes.getTrends, {})

    const own = (await marie.call(leadRoutes.listLeads, { query: all })).items
    const marieId = today['public.profiles']?.find(({ email }) => email === 'marie@exemple.fr')?.user_id
    expect(own).toHaveLength(today['public.leads']?.filter(({ partner_id }) => partner_id === marieId).length ?? 0)
    const { paymentInfo } = await marie.call(paymentRoutes.getPaymentInfo, {})
    expect(paymentInfo?.iban).toBe('FR7630006000011234567890189')
    const { switchedOff } = await marie.call(notificationRoutes.getNotifications, {})
    expect(switchedOff).toContain('contract_validated')

    for (const { reference, revoked_at } of today['public.signatures'] ?? []) {
      const { verdict } = await visitor.call(verificationRoutes.verifyReference, { params: { reference: String(reference) } })
      expect(verdict).toBe(revoked_at ? 'revoked' : 'genuine')
    }
  })
})
