import { sql } from 'kysely'
import { partnerOf } from '#access/server/acting.ts'
import { findOwnOrFormer, formerPartners, readAsFormer, readAsFormerByPayout } from '#accounts/people/server/former-queries.ts'
import { vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import { type PayoutDetail, payoutRoutes } from '../api/payouts.ts'
import { planPayouts } from '../domain/payout-plan.ts'
import { m } from '../messages/messages.ts'
import { payoutEventHandlers } from './event-handlers.ts'
import { payoutsCsv } from './export.ts'
import { presentInvoice } from './invoice-present.ts'
import { readInvoices } from './invoice-queries.ts'
import { issueRun } from './issue-run.ts'
import { payableCommissions } from './payable.ts'
import { payPayouts, rejectPayout, retryPayout } from './payment-commands.ts'
import { payoutData } from './personal-data.ts'
import { presentDetail, presentPayout, presentRun } from './present.ts'
import {
  approvalRule,
  exclusionsFor,
  filterFor,
  findAccountAnswer,
  findOwnPayout,
  findPayout,
  findRun,
  listPayouts,
  listRuns,
  payoutSums,
  readPeople,
  runSortKeys,
  sumsOfRuns,
} from './queries.ts'
import { planRun, presentLeftOut, presentLine, presentPlan } from './run-plan.ts'
import { filesFor } from './sent-files.ts'
import { payoutBackgroundHandlers } from './statement-file.ts'
import { acceptPayout, approvePayouts, cancelPayout } from './step-commands.ts'

const noSuchPayout = () => new Refusal('not_found', m.noSuchPayout())

async function payoutNow(call: Call, id: string): Promise<PayoutDetail> {
  const { tx, actor, now } = call
  if (actor.kind !== 'admin') {
    const read = () => Promise.all([findOwnPayout(tx, id), readInvoices(tx, id), vigilanceBlocks(tx, now)])
    let [row, uploaded, blocks] = await read()
    if (!row) [row, uploaded, blocks] = await readAsFormerByPayout(call, id, read)
    if (!row) throw noSuchPayout()
    const { statement } = row
    return presentDetail(
      row,
      { actor, now, rule: null, blocks, files: new Map() },
      {
        statement,
        payableUntil: statement.period.to,
        people: null,
        excluded: [],
        accountRefused: false,
        payee: null,
        invoices: uploaded.map((each) => presentInvoice(each, actor)),
      },
    )
  }
  const [row, rule, names, uploaded, answer, blocks] = await Promise.all([
    findPayout(tx, id),
    approvalRule(tx),
    readPeople(tx, id),
    readInvoices(tx, id),
    findAccountAnswer(tx, id),
    vigilanceBlocks(tx, now),
  ])
  if (!row || !names) throw noSuchPayout()
  const { statement, payable_until: payableUntil } = row
  const people = { ...names, alone: row.approved_alone, needsSecond: row.total_cents > rule.secondApprovalAboveCents }
  const [excluded, files] = await Promise.all([exclusionsFor(tx, row.run_id, row.partner_id), filesFor(call, [{ id }])])
  const invoices = uploaded.map((each) => presentInvoice(each, actor))
  const about = { statement, payableUntil, people, excluded, invoices, ...answer }
  return presentDetail(row, { actor, now, rule, blocks, files }, about)
}

async function runNow({ tx, now }: Call, id: string) {
  const [run, sums] = await Promise.all([findRun(tx, id), sumsOfRuns(tx, [id], now)])
  return presentRun(run, sums.get(id) ?? [])
}

export const payoutHandlers: Handlers<typeof payoutRoutes> = {
  previewRun: async (call) => presentPlan(await planRun(call, call.portal.config, call.body)),
  issueRun: async (call) => runNow(call, await issueRun(call, call.portal.config, call.body)),
  listRuns: async ({ tx, query, now }) => {
    const rows = await listRuns(tx, orderOf(runSortKeys, query, '-date', sql`r.id`))
    const ids = rows.map(({ id }) => id)
    const sums = await sumsOfRuns(tx, ids, now)
    return sortedPage(rows, query.limit, (row) => presentRun(row, sums.get(row.id) ?? []))
  },
  listPayouts: async ({ tx, actor, now, query }) => {
    const [rows, rule, blocks] = await readAsFormer({ tx, actor }, query.partnerId, () =>
      Promise.all([
        listPayouts(tx, filterFor(actor, query), now),
        actor.kind === 'admin' ? approvalRule(tx) : null,
        vigilanceBlocks(tx, now),
      ]),
    )
    const files = await filesFor({ tx, actor }, rows)
    return sortedPage(rows, query.limit, (row) => presentPayout(row, { actor, now, rule, blocks, files }))
  },
  payoutSummary: async ({ tx, actor, query, now }) => {
    const [former, byState] = await Promise.all([
      formerPartners({ tx, actor }),
      readAsFormer({ tx, actor }, query.partnerId, () => payoutSums(tx, filterFor(actor, query), now)),
    ])
    return { byState, former }
  },
  nextPayout: async (call) => {
    const { tx, now } = call
    const partnerId = partnerOf(call).id
    const [rows, settings, blocks] = await Promise.all([
      payableCommissions(tx, { payableUntil: now, partnerIds: [partnerId] }),
      tx.selectFrom('programme_settings').select('minimum_payout_cents').executeTakeFirstOrThrow(),
      vigilanceBlocks(tx, now, [partnerId]),
    ])
    const minimumCents = settings.minimum_payout_cents
    const none = { bankObstacle: new Map(), vigilance: new Map(), billing: new Map(), invoiceObstacle: new Map() }
    const [plan] = planPayouts(rows, { minimumCents, issuerPartnerId: null, exclusions: [], ...none })
    return {
      lines: plan?.commissions.map(presentLine) ?? [],
      leftOut: plan?.leftOut.map(presentLeftOut) ?? [],
      netCents: plan?.netCents ?? 0,
      minimumCents,
      blocks: [...(blocks.get(partnerId) ?? [])],
    }
  },
  getPayout: (call) => payoutNow(call, call.params.id),
  payoutStatement: async ({ portal, actor, params }) => {
    const found = await portal.database.asActor(actor, (tx) =>
      findOwnOrFormer({ tx, actor }, params.id, readAsFormerByPayout, async () => {
        const payouts = tx.selectFrom('payouts as p').where('p.id', '=', params.id)
        const [payout, file] = await Promise.all([
          payouts.select('p.status').executeTakeFirst(),
          payouts.innerJoin('files as f', 'f.id', 'p.statement_file_id').selectAll('f').executeTakeFirst(),
        ])
        return payout && { file, isCancelled: payout.status === 'cancelled' }
      }),
    )
    if (!found?.file) throw new Refusal('not_found', found?.isCancelled ? m.cancelledUnprinted() : m.noSuchStatementYet())
    return { file: found.file, inline: true, cache: 'private, no-store' }
  },
  acceptPayout: async (call) => {
    await acceptPayout(call, call.params.id)
    return payoutNow(call, call.params.id)
  },
  approvePayouts: (call) => approvePayouts(call, call.body),
  payPayouts: (call) => payPayouts(call, call.body),
  rejectPayout: async (call) => {
    await rejectPayout(call, call.params.id, call.body)
    return payoutNow(call, call.params.id)
  },
  retryPayout: async (call) => {
    await retryPayout(call, call.params.id)
    return payoutNow(call, call.params.id)
  },
  cancelPayout: async (call) => {
    await cancelPayout(call, call.params.id, call.body)
    return payoutNow(call, call.params.id)
  },
  payoutsCsv,
}

export const payoutSlice = slice({
  routes: payoutRoutes,
  handlers: payoutHandlers,
  mails: payoutEventHandlers,
  background: payoutBackgroundHandlers,
  constraints: {
    payouts_four_eyes: ['payout_needs_second', m.secondApprovalNeeded],
    payouts_vigilance: ['payout_blocked', m.payoutAwaitsDocuments],
    payouts_contested: ['payout_contested', m.payoutContested],
  },
  personalData: payoutData,
})
