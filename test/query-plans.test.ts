import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Actor, soleOwner } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { leadHandlers } from '#leads/leads/server/handlers.ts'
import { yearHandlers } from '#money/accounting/server/year-handlers.ts'
import { clientPaymentList } from '#money/client-payments/api/client-payments.ts'
import { clientPaymentHandlers } from '#money/client-payments/server/handlers.ts'
import { commissionList } from '#money/commissions/api/commissions.ts'
import { commissionHandlers } from '#money/commissions/server/handlers.ts'
import { invoiceHandlers } from '#money/invoices/server/handlers.ts'
import { payoutFileHandlers } from '#money/payout-files/server/handlers.ts'
import { payoutHandlers } from '#money/payouts/server/handlers.ts'
import { overviewHandlers } from '#overview/server/handlers.ts'
import { partnerHandlers } from '#partners/partners/server/handlers.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { kyselyOver } from '#platform/server/db/kysely-session.ts'
import { fillWorld } from '../bench/world/fill-world.ts'
import { worldOf } from '../bench/world/world-sizes.ts'
import { databaseKinds, freshDatabase } from './databases.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** What the statements of one answer have read. */
interface Reads {
  /** Rows that scans returned or removed; those that a function reads are in `pages` alone. */
  rows: number
  /** 8 kB pages. */
  pages: number
  /** Large tables that were read from one end to the other. */
  readonly scanned: Set<string>
}

const largeTables = ['leads', 'commissions', 'events']

function addNode(node: PlanNode, reads: Reads): void {
  // A month of events stands for all of them.
  const table = node['Relation Name']?.replace(/^(events)_.*$/, '$1')
  const visited = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  if (node['Node Type'].includes('Scan') && !node.Plans?.length) reads.rows += visited * node['Actual Loops']
  // A month that has no events yet has no pages to read either.
  const isEmpty = visited === 0 && node['Shared Hit Blocks'] === 0 && node['Shared Read Blocks'] === 0
  if (node['Node Type'].endsWith('Seq Scan') && !isEmpty && table && largeTables.includes(table)) reads.scanned.add(table)
  for (const child of node.Plans ?? []) addNode(child, reads)
}

/** A transaction whose statements are explained before they run. */
function explaining(tx: Tx, reads: Reads): Tx {
  const ask = async (text: string, values: readonly unknown[]) => {
    const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
    return rows
  }
  const explainAndRun = async (text: string, values: readonly unknown[]) => {
    const [explained = {}] = await ask(`explain (analyze, buffers, format json) ${text}`, values)
    const [{ Plan: plan }] = explained['QUERY PLAN'] as [{ Plan: PlanNode }]
    reads.pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    addNode(plan, reads)
    const rows = await ask(text, values)
    return { rows, affected: rows.length }
  }
  let before: Promise<unknown> = Promise.resolve()
  return kyselyOver({
    // One after the other, also what is asked at once.
    query(text, values) {
      const answer = before.then(() => explainAndRun(text, values))
      before = answer
      return answer
    },
  })
}

const partners = 2000
const leads = 20_000

describe.each(databaseKinds())('what answers read of 20 000 leads on %s', (databaseKind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let admin: Actor
  let partner: Actor

  beforeAll(async () => {
    fresh = await freshDatabase(databaseKind)
    await fill()
    const one = async (query: string) => (await fresh.database.asOwner((run) => run(query))).rows[0] as { id: string }
    admin = { kind: 'admin', userId: (await one("select user_id as id from user_roles where role = 'admin'")).id, rights }
    const { id: userId } = await one('select partner_id as id from lead_stats group by 1 order by sum(count) desc limit 1')
    partner = { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true }
  }, 300_000)
  afterAll(() => fresh.close())

  /** The world is filled past triggers, which only a superuser may do. */
  async function fill(): Promise<void> {
    const sizes = { ...worldOf(leads), partners }
    if (!fresh.databaseUrl) return fresh.database.asOwner((run) => fillWorld([run], sizes))
    const url = new URL(inject('postgres')?.adminUrl ?? '')
    url.pathname = new URL(fresh.databaseUrl).pathname
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      await fillWorld([(text) => client.query(text)], sizes)
    } finally {
      await client.end()
    }
  }

  const secret = 'what bank details are read with'
  // biome-ignore lint/suspicious/noExplicitAny: handlers of routes with different queries
  type Handler = (call: any) => Promise<unknown>

  async function readsOf(handler: Handler, actor: Actor, query: object = {}): Promise<Reads> {
    const reads: Reads = { rows: 0, pages: 0, scanned: new Set() }
    await fresh.database.asActor(actor, (tx) =>
      handler({ tx: explaining(tx, reads), actor, query, now: new Date(), portal: { config: { secret } } }),
    )
    return reads
  }

  function expectAtMost(reads: Reads, rows: number, pages: number, title = ''): void {
    expect([...reads.scanned], title).toEqual([])
    expect(reads.rows, title).toBeGreaterThan(0)
    expect(reads.rows, title).toBeLessThanOrEqual(rows)
    expect(reads.pages, title).toBeLessThanOrEqual(pages)
  }

  test('the overview and the trends of staff read kept sums and what waits', async () => {
    expectAtMost(await readsOf(overviewHandlers.getOverview, admin), 400, 200)
    expectAtMost(await readsOf(overviewHandlers.getTrends, admin), 400, 200)
  })

  test('those of a partner read nothing of others', async () => {
    expectAtMost(await readsOf(overviewHandlers.getOverview, partner), 400, 200)
    expectAtMost(await readsOf(overviewHandlers.getTrends, partner), 400, 200)
  })

  test('every order of the commissions reads little more than its page', async () => {
    for (const sort of commissionList.sorts.flatMap((key) => [key, `-${key}`])) {
      expectAtMost(await readsOf(commissionHandlers.listCommissions, admin, { sort }), 400, 800, sort)
      // Each of the page's 51 rows is joined by key with some thirty tables.
      expectAtMost(await readsOf(commissionHandlers.listCommissions, partner, { sort }), 2000, 2500, `${sort} of a partner`)
    }
  })

  test('lists and sums of money read their own tables, and none of leads, commissions or events whole', async () => {
    const year = { year: new Date().getUTCFullYear() - 1 }
    // There are 2 000 partners, whose names are those of their main persons, and some 2 800 payouts, each with its document and
    // its clients' payments.
    const reads: readonly (readonly [title: string, handler: Handler, rows: number])[] = [
      ['payouts', payoutHandlers.listPayouts, 8000],
      ['sums of payouts', payoutHandlers.payoutSummary, 8000],
      ['invoices', invoiceHandlers.listInvoices, 6000],
      ['sums of invoices', invoiceHandlers.invoiceSummary, 14_000],
      ['files for the bank', payoutFileHandlers.listPayoutFiles, 16_000],
      ['clients’ payments', clientPaymentHandlers.listClientPayments, 1000],
      ['sums of clients’ payments', clientPaymentHandlers.clientPaymentSummary, 7000],
      ['the year', (call) => yearHandlers.getYear({ ...call, params: year }), 9000],
    ]
    const searches = [{}, { search: 'bernard' }]
    for (const [title, handler, maxRows] of reads) {
      for (const query of searches) {
        const { rows, scanned } = await readsOf(handler, admin, query)
        expect([...scanned], title).toEqual([])
        expect(rows, `${title} ${JSON.stringify(query)}`).toBeGreaterThan(0)
        expect(rows, `${title} ${JSON.stringify(query)}`).toBeLessThanOrEqual(maxRows)
      }
    }
    for (const sort of clientPaymentList.sorts.flatMap((key) => [key, `-${key}`])) {
      expectAtMost(await readsOf(clientPaymentHandlers.listClientPayments, admin, { sort }), 400, 1500, sort)
    }
  })

  test('lists, boards and summaries of leads read little more than their pages', async () => {
    for (const query of [{}, { status: 'signe' }, { status: 'nouveau' }]) {
      expectAtMost(await readsOf(leadHandlers.listLeads, admin, query), 600, 1000, JSON.stringify(query))
    }
    expectAtMost(await readsOf(leadHandlers.leadSummary, admin), 50, 20)
    const columns = 'nouveau,premier_contact,call_effectue,signe,refuse'
    expectAtMost(await readsOf(leadHandlers.leadBoard, admin, { columns }), 2500, 4000)
  })

  test('a search of all leads reads a page of frequent words, and the trigrams of rare ones', async () => {
    for (const search of ['a', 'ma', 'mar', 'bernard', 'boulangerie', 'bernard nantes', 'zzzz', '777', 'nobody at all']) {
      const { rows, pages, scanned } = await readsOf(leadHandlers.listLeads, admin, { search })
      expect([...scanned], search).toEqual([])
      expect(rows, search).toBeLessThanOrEqual(400)
      expect(pages, search).toBeLessThanOrEqual(2500)
    }
  })

  test('a search for a frequent word looks through the newest leads alone', async () => {
    for (const query of [{ search: 'bernard' }, { search: 'nantes', status: 'nouveau' }, { search: 'ma' }]) {
      // What a connection reads of the catalogue for the first time is no plan's.
      await readsOf(leadHandlers.listLeads, admin, query)
      // The function's pages, and those of the leads that it finds: trigrams of these words lie in more.
      expectAtMost(await readsOf(leadHandlers.listLeads, admin, query), 400, 1200, JSON.stringify(query))
    }
  })

  test('a period reads its own leads and commissions, and the sums of a long one come from an index alone', async () => {
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const month = { from: dayBefore(150), to: dayBefore(120) }
    const year = { from: dayBefore(500), to: dayBefore(135) }
    for (const sort of ['-date', 'date', 'amount', 'partner']) {
      const reads = await readsOf(commissionHandlers.listCommissions, admin, { ...month, sort })
      expect([[...reads.scanned], sort]).toEqual([[], sort])
      expect(reads.rows).toBeLessThanOrEqual(4000)
    }
    expectAtMost(await readsOf(leadHandlers.listLeads, admin, month), 600, 1000)
    expectAtMost(await readsOf(leadHandlers.listLeads, admin, { ...year, search: 'bernard' }), 600, 2500)
    for (const days of [month, year]) {
      for (const [summary, title] of [
        [leadHandlers.leadSummary, 'leads'],
        [commissionHandlers.commissionSummary, 'commissions'],
      ] as const) {
        const { rows, pages, scanned } = await readsOf(summary, admin, days)
        expect([[...scanned], title]).toEqual([[], title])
        expect(rows).toBeGreaterThan(0)
        // Read through the table, a year would be a page for every few rows.
        expect(pages, `${title} ${JSON.stringify(days)}`).toBeLessThanOrEqual(60 + rows / 40)
      }
    }
    const own = await readsOf(leadHandlers.leadSummary, partner, month)
    expect([...own.scanned]).toEqual([])
  })

  test('lists of people, by role and by contract, stop at their page', async () => {
    for (const query of [{}, { role: 'partner' }, { contract: 'signe' }, { contract: 'signe', state: 'active' }]) {
      for (const sort of ['joined', '-joined', 'name', '-name', 'company', '-company']) {
        const reads = await readsOf(partnerHandlers.listPartners, admin, { ...query, sort })
        expectAtMost(reads, 1000, 3000, JSON.stringify({ ...query, sort }))
      }
    }
  })

  test('a search of one partner reads at most their leads', async () => {
    const partnerId = partner.kind === 'partner' ? partner.userId : ''
    const [{ count = 0 } = {}] = (
      await fresh.database.asOwner((run) => run('select count(*)::int as count from leads where partner_id = $1', [partnerId]))
    ).rows as { count: number }[]
    for (const search of ['ma', 'x', 'bernard', 'zzzz']) {
      for (const [reader, query] of [
        [admin, { search, partnerId }],
        [partner, { search }],
      ] as const) {
        const { rows, pages, scanned } = await readsOf(leadHandlers.listLeads, reader, query)
        expect([...scanned], search).toEqual([])
        // What is in no lead is known from the index alone.
        expect(rows, search).toBeLessThanOrEqual(count + 400)
        expect(pages, search).toBeLessThanOrEqual(count + 1000)
      }
    }
  })
})
