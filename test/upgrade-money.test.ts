import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseDriver, OpenTransaction } from '#platform/server/db/driver.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { checkLists } from './check-lists.ts'
import { bareTestEnv, databaseKinds, type TestEnv, testLog } from './databases.ts'
import { commissionsAddUp } from './policies/commission-tables.ts'
import { totalsAddUp } from './policies/kept-sums.ts'
import { loadRows, migrationsUpTo, type Rows, readFixture } from './upgrade/fixture.ts'

const version = '0057'
const fixture: Rows = Object.fromEntries(Object.entries(readFixture(version)).filter(([, rows]) => rows.length > 0))

/** Columns of money whose every value has a row; the sizes of other lists are for other tests. */
const states = [
  'commissions.kind',
  'commissions.status',
  'client_payments.kind',
  'disputes.kind',
  'disputes.state',
  'payouts.status',
  'payouts.billing_mode',
  'payout_files.format',
  'payout_file_lines.state',
  'payout_file_lines.payee_match',
  'billing_profiles.mode',
  'billing_profiles.regime',
  'invoices.kind',
  'invoices.vat_case',
  'uploaded_invoices.status',
  'vigilance_documents.status',
]
const others = ['payout_runs', 'payout_exclusions', 'bank_answers', 'bank_account_answers', 'client_invoices', 'lead_terms']
const documents = ['invoice_files', 'invoice_lines', 'invoice_codes', 'number_series', 'das2_exports']

/** What earlier releases stored in our words, and is codes since. */
const sentences = [
  ['payouts.reject_reason', '^[A-Z0-9]{4} : '],
  ['bank_account_answers.refused_reason', '^[A-Z0-9]{4} : '],
  ['payout_file_lines.reasons', '^[A-Z0-9]{4} : '],
  ['commissions.description', '^Remboursement .* de la facture '],
  ['das2_exports.file_missing', '.'],
] as const

type Run = (text: string) => ReturnType<OpenTransaction['query']>

/** Counts the rows of each table, adds up its amounts, and counts the rows in each state. */
async function account(run: Run): Promise<Record<string, unknown>> {
  const totals: Record<string, unknown> = {}
  for (const [table, rows] of Object.entries(fixture)) {
    const columns = Object.keys(rows[0] ?? {})
    const amounts = columns.filter((name) => name.endsWith('_cents')).map((name) => `coalesce(sum(${name}), 0)::text as ${name}`)
    totals[table] = (await run(`select ${['count(*)::int as rows', ...amounts].join(', ')} from ${table}`)).rows
  }
  for (const column of states) {
    const [table, name] = column.split('.')
    totals[column] = (await run(`select ${name}, count(*)::int as rows from ${table} group by 1 order by 1`)).rows
  }
  return totals
}

describe.each(databaseKinds())(`money at migration ${version} on %s`, (databaseKind) => {
  const folder = migrationsUpTo(version)
  let env: TestEnv
  let driver: DatabaseDriver
  beforeAll(async () => {
    env = await bareTestEnv(databaseKind)
    const { dataDir, databaseUrl } = env
    driver = await openDriver({ dataDir, databaseUrl, log: testLog })
    await migrate(driver, folder)
  }, 120_000)
  afterAll(async () => {
    await driver.close()
    await env.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('money in every state comes through, without a changed row or cent', async () => {
    const before = await driver.asOwner(async (run) => {
      await loadRows(run, fixture)
      const lists = await checkLists(run)
      for (const column of states) {
        const [table, name = ''] = column.split('.')
        const held = fixture[`public.${table}`]?.flatMap((row) => row[name] ?? [])
        expect([column, [...new Set(held)].sort()]).toEqual([column, lists[column]])
      }
      expect([...others, ...documents].filter((table) => !fixture[`public.${table}`])).toEqual([])
      return account(run)
    })
    await migrate(driver)
    await driver.asOwner(async (run) => {
      expect(await account(run)).toEqual(before)
      for (const [column, sentence] of sentences) {
        const [table, name] = column.split('.')
        const { rows } = await run(`select ${name} from ${table} where ${name}::text ~ '${sentence}'`)
        expect([column, rows]).toEqual([column, []])
      }
      for (const addsUp of [commissionsAddUp, ...totalsAddUp])
        expect(Object.values((await run(addsUp)).rows[0] ?? {}), addsUp).toEqual([true])
    })
  })
})
