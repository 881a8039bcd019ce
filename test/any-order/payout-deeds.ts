import { sql } from 'kysely'
import type { AccountReport, StatusReport } from '#money/bank-files/domain/bank-answer.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutFileRoutes } from '#money/payout-files/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { uploadedInvoiceRoutes } from '#money/payouts/api/uploaded-invoices.ts'
import { pdf } from '../../demo/pdf.ts'
import { BankApp, xmlOf } from '../bank-app.ts'
import { ownUpload } from '../own-invoices.ts'
import { formOf } from '../payout-file-app.ts'
import { debit, groupReport, line, statement } from '../samples/bank/answer-parts.ts'
import { pretendPrinted } from '../self-billing.ts'
import type { Client } from '../test-app.ts'
import type { Outcome, PortalWorld } from './portal-world.ts'

interface PayoutRow {
  readonly id: string
  readonly issued_by: string
  readonly partner_id: string
  readonly net_cents: number
  readonly vat_cents: number
  readonly total_cents: number
}

interface LineRow {
  readonly message_id: string
  readonly end_to_end_id: string
  readonly total_cents: number
}

const nothing = 'nothing' as const

const payout = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<PayoutRow>`select p.id, p.issued_by, p.partner_id, p.net_cents, p.vat_cents, p.total_cents from payouts p
    where ${where} order by p.reference`)

const file = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<{ id: string; live: number; cents: number }>`
    select f.id, count(*) as live, sum(l.total_cents)::bigint as cents
    from payout_files f join payout_file_lines l on l.payout_file_id = f.id
    where l.state in ('sent', 'accepted') and ${where} group by f.id order by f.message_id`)

const invoice = (world: PortalWorld, status: string) =>
  world.one(sql<{ id: string }>`select id from uploaded_invoices where status = ${status} order by number`)

const document = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<{ id: string }>`select i.id from invoices i where i.kind <> 'receipt' and not i.archive_only and ${where}
    order by i.reference`)

/** Neither its invoice nor a document of its partner is missing. */
const isComplete = sql`(p.billing_mode <> 'upload' or exists (
    select from uploaded_invoices u where u.payout_id = p.id and u.status = 'accepted'))
  and not exists (
    select from vigilance_documents v where v.partner_id = p.partner_id and v.status not in ('verified', 'withdrawn'))`

const isHandedOver = sql`exists (select from invoice_handovers h where h.invoice_id = i.id and h.undone_at is null)`

async function issueRun(world: PortalWorld): Promise<Outcome> {
  const client = world.staffWith('money')
  const form = { payableUntil: world.payouts.until, exclusions: [] }
  const preview = await client.try(payoutRoutes.previewRun, { body: form })
  if (preview.status >= 400 || preview.body.totals.payouts === 0) return nothing
  const { totals, fingerprint } = preview.body
  const seen = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
  const outcome = await world.attempt(client, payoutRoutes.issueRun, { body: { ...form, seen } })
  // Documents are printed elsewhere; what is not printed cannot be handed over.
  await pretendPrinted(world.payouts)
  return outcome
}

async function makeFile(world: PortalWorld): Promise<Outcome> {
  const client = world.staffWith('money')
  const preview = await client.try(payoutFileRoutes.previewPayoutFile, { body: {} })
  if (preview.status >= 400 || preview.body.count === 0) return nothing
  world.payouts.app.pass(120_000)
  return world.attempt(client, payoutFileRoutes.makePayoutFile, { body: formOf(preview.body, {}) })
}

async function submitInvoice(world: PortalWorld): Promise<Outcome> {
  const row = await payout(world, sql`p.billing_mode = 'upload' and p.status = 'issued'`)
  const client = row && world.partnerOf(row.partner_id)
  if (!row || !client) return nothing
  const number = `F-${world.nextNumber()}`
  const { body, status } = await ownUpload(client, pdf(`Facture ${number}`))
  if (status >= 400) return nothing
  const amounts = { netCents: row.net_cents, vatCents: row.vat_cents }
  const form = { uploadId: body.id, number, issuedOn: '2026-03-01', ...amounts }
  return world.attempt(client, uploadedInvoiceRoutes.submitInvoice, { params: { id: row.id }, body: form })
}

/** The bank pays what of a file is under way, or refuses it. */
async function bankAnswers(world: PortalWorld, isPaid: boolean): Promise<Outcome> {
  const lines = await world.rows(sql<LineRow>`select f.message_id, l.end_to_end_id, l.total_cents
    from payout_file_lines l join payout_files f on f.id = l.payout_file_id
    where l.state in ('sent', 'accepted') order by l.end_to_end_id`)
  const first = world.pick(lines)
  if (!first) return nothing
  const about = { messageId: `BANK-${world.nextNumber()}`, createdOn: world.today }
  const refused = [line(first.end_to_end_id, 'RJCT', { reasons: [{ code: 'MS03', info: [] }] })]
  const answer: AccountReport | StatusReport = isPaid
    ? { ...statement(debit(first.end_to_end_id, first.total_cents, world.today)), ...about }
    : { ...groupReport(first.message_id, 'PART', refused), ...about }
  const [bank, bytes, client] = [new BankApp(world.payouts), xmlOf(answer), world.payouts.staff]
  const { status, body } = await bank.check(bytes, client)
  if (status >= 400) throw new Error(`the bank’s answer is not read: ${JSON.stringify(body)}`)
  return (await bank.apply(bytes, body.fingerprint, '', client)).status < 300 ? 'done' : nothing
}

async function handOver(world: PortalWorld): Promise<Outcome> {
  const row = await document(world, sql`not ${isHandedOver}`)
  if (!row) return nothing
  const documents = { kind: 'chosen' as const, ids: [row.id] }
  const body = { documents, on: world.today, platform: 'Pennylane', reference: '' }
  return world.attempt(world.staffWith('money'), invoiceRoutes.handOver, { body })
}

async function platformSays(world: PortalWorld, status: 'deposited' | 'refused'): Promise<Outcome> {
  const row = await document(world, isHandedOver)
  if (!row) return nothing
  const body = { status, on: world.today, reason: status === 'refused' ? 'Numéro de commande manquant' : '' }
  const outcome = await world.attempt(world.staffWith('money'), invoiceRoutes.recordPlatformStatus, {
    params: { id: row.id },
    body,
  })
  await pretendPrinted(world.payouts)
  return outcome
}

/** One step of staff with a payout. */
const step =
  (where: ReturnType<typeof sql>, take: (world: PortalWorld, client: Client, row: PayoutRow) => Promise<Outcome>) =>
  async (world: PortalWorld): Promise<Outcome> => {
    const row = await payout(world, where)
    return row ? take(world, world.staffWith('money'), row) : nothing
  }
const selected = ({ id, total_cents }: PayoutRow) => ({ ids: [id], totalCents: total_cents })

/** From what is payable to what is paid, and back. */
export const payoutDeeds = {
  issueRun,
  async acceptPayout(world: PortalWorld) {
    const row = await payout(world, sql`p.status = 'issued' and p.accepted_at is null`)
    return row ? world.attempt(world.partnerOf(row.partner_id), payoutRoutes.acceptPayout, { params: { id: row.id } }) : nothing
  },
  async approve(world: PortalWorld) {
    const row =
      (await payout(world, sql`p.status = 'issued' and ${isComplete}`)) ?? (await payout(world, sql`p.status = 'issued'`))
    // Above the limit somebody else than who issued it has to.
    const client = world.pick(
      [world.staffWith('money'), world.staffWith('money')].filter(({ userId }) => userId !== row?.issued_by),
    )
    return row ? world.attempt(client, payoutRoutes.approvePayouts, { body: selected(row) }) : nothing
  },
  payByHand: step(sql`p.status in ('approved', 'sent')`, (world, client, row) =>
    world.attempt(client, payoutRoutes.payPayouts, { body: selected(row) }),
  ),
  comesBack: step(sql`p.status in ('sent', 'paid')`, (world, client, { id }) =>
    world.attempt(client, payoutRoutes.rejectPayout, { params: { id }, body: { reason: 'Compte clos' } }),
  ),
  retry: step(sql`p.status = 'rejected'`, (world, client, { id }) =>
    world.attempt(client, payoutRoutes.retryPayout, { params: { id } }),
  ),
  cancel: step(sql`p.status in ('issued', 'approved', 'rejected')`, (world, client, { id }) =>
    world.attempt(client, payoutRoutes.cancelPayout, { params: { id }, body: { reason: 'Erreur de calcul' } }),
  ),
  makeFile,
  async payFile(world: PortalWorld) {
    const row = await file(world, sql`true`)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { count: row.live, totalCents: row.cents } }
    return world.attempt(world.staffWith('money'), payoutFileRoutes.payPayoutFile, request)
  },
  async withdrawFile(world: PortalWorld) {
    const row = await file(world, sql`f.withdrawn_at is null`)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { reason: 'Refusé par la banque' } }
    return world.attempt(world.staffWith('money'), payoutFileRoutes.withdrawPayoutFile, request)
  },
  bankPays: (world: PortalWorld) => bankAnswers(world, true),
  bankRefuses: (world: PortalWorld) => bankAnswers(world, false),
}

/** Invoices: those that partners upload, and those that are drawn up in their name. */
export const invoiceDeeds = {
  submitInvoice,
  async acceptInvoice(world: PortalWorld) {
    const row = await invoice(world, 'submitted')
    if (!row) return nothing
    return world.attempt(world.staffWith('money'), uploadedInvoiceRoutes.acceptInvoice, { params: { id: row.id } })
  },
  async refuseInvoice(world: PortalWorld) {
    const row = await invoice(world, 'submitted')
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { reason: 'Le SIRET manque' } }
    return world.attempt(world.staffWith('money'), uploadedInvoiceRoutes.refuseInvoice, request)
  },
  handOver,
  platformDeposits: (world: PortalWorld) => platformSays(world, 'deposited'),
  platformRefuses: (world: PortalWorld) => platformSays(world, 'refused'),
}
