import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#api/auth.ts'
import { commissionRoutes } from '#api/commissions.ts'
import { contractRoutes } from '#api/contracts.ts'
import { leadRoutes } from '#api/leads.ts'
import { notificationRoutes } from '#api/notifications.ts'
import { overviewRoutes } from '#api/overview.ts'
import { partnerRoutes } from '#api/partners.ts'
import { paymentRoutes } from '#api/payments.ts'
import { resourceRoutes } from '#api/resources.ts'
import { signingRoutes } from '#api/signing.ts'
import { templateRoutes } from '#api/templates.ts'
import { contractStages } from '#domain/signing.ts'
import { readConfig } from '#server/config.ts'
import type { DatabaseDriver } from '#server/db/driver.ts'
import { defaultLimits } from '#server/db/driver.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite-driver.ts'
import { openPostgres } from '#server/db/postgres-driver.ts'
import type { RunningPortal } from '#server/start.ts'
import { startPortal } from '#server/start.ts'
import { checkLists } from './check-lists.ts'
import type { TestEnv } from './databases.ts'
import { databaseKinds, emptyTestEnv, testLog } from './databases.ts'
import { leadsAddUp } from './policies/business-tables.ts'
import { commissionsAddUp } from './policies/commission-tables.ts'
import { totalsAddUp } from './policies/kept-sums.ts'
import { inventoryFindings } from './policies/inventory.ts'
import { catalogue } from './policies/expectations.ts'
import { useFullPasswordCost } from './cheap-password-hashes.ts'
import { Client, password } from './test-app.ts'
import { asOfToday } from './upgrade/changes.ts'
import type { Rows } from './upgrade/fixture.ts'
import { loadRows, migrationsUpTo, readFixture, rowsLike } from './upgrade/fixture.ts'

const version = '0029'
const fixture = readFixture(version)
const today = asOfToday(fixture)
const sorted = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.map((row) => JSON.stringify(canonical(row))).sort()]))
/** Sorts keys at every depth, since jsonb orders them differently. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, canonical(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe.each(databaseKinds())(`upgrade from migration ${version} on %s`, (databaseKind) => {
  const folder = migrationsUpTo(version)
  let env: TestEnv
  let driver: DatabaseDriver
  let running: RunningPortal | undefined
  let useLowPasswordCost: (() => void) | undefined

  beforeAll(async () => {
    env = await emptyTestEnv(databaseKind)
    const { dataDir, databaseUrl } = env
    driver = databaseUrl
      ? await openPostgres({ databaseUrl, limits: defaultLimits, log: testLog })
      : await openPglite({ dataDir, limits: defaultLimits })
    await migrate(driver, folder)
  }, 120_000)
  afterAll(async () => {
    useLowPasswordCost?.()
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

  test('migrates every row as declared, to a schema that the policy catalogue matches', async () => {
    await migrate(driver)
    await driver.asOwner(async (run) => {
      expect(sorted(await rowsLike(run, today))).toEqual(sorted(today))
      expect(await inventoryFindings(run, catalogue)).toEqual([])
      const { rows } = await run('select count(*)::int as loose from pg_constraint where not convalidated')
      expect(rows[0]?.loose).toBe(0)
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
      SECRET: 'the secret of the portal in test/fixtures',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }
    running = await startPortal(readConfig(settings, { dataDir }), { listen: false, logLevel: 'error' })
    useLowPasswordCost = useFullPasswordCost()
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
    const { inbox, totalOpportunities } = await admin.call(overviewRoutes.getOverview, {})
    expect(totalOpportunities).toBe(count('public.leads'))
    expect(inbox?.contractsToCountersign).toBe(contracts.filter(({ stage }) => stage === 'signed').length)
    await admin.call(overviewRoutes.getTrends, {})

    const own = (await marie.call(leadRoutes.listLeads, { query: all })).items
    const marieId = today['public.profiles']?.find(({ email }) => email === 'marie@exemple.fr')?.user_id
    expect(own).toHaveLength(today['public.leads']?.filter(({ partner_id }) => partner_id === marieId).length ?? 0)
    const { paymentInfo } = await marie.call(paymentRoutes.getPaymentInfo, {})
    expect(paymentInfo?.iban).toBe('FR7630006000011234567890189')
    const { switchedOff } = await marie.call(notificationRoutes.getNotifications, {})
    expect(switchedOff).toContain('contract_validated')

    for (const { reference, revoked_at } of today['public.signatures'] ?? []) {
      const { verdict } = await visitor.call(signingRoutes.verifyReference, { params: { reference: String(reference) } })
      expect(verdict).toBe(revoked_at ? 'revoked' : 'genuine')
    }
  })
})
