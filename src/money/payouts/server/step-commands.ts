import type { Selectable } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { reverseDocuments } from '#money/invoices/server/reversal-commands.ts'
import { vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Payouts } from '#platform/server/db/schema.generated.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { approvalBy, approvalObstacles, payoutState } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'
import { readInvoiceStates } from './invoice-queries.ts'
import { approvalRule } from './queries.ts'

export type PayoutRow = Omit<Selectable<Payouts>, 'statement'>

const columns = [
  ...([
    'id',
    'run_id',
    'partner_id',
    'reference',
    'status',
    'net_cents',
    'vat_cents',
    'total_cents',
    'commission_count',
    'billing_mode',
  ] as const),
  ...(['statement_file_id', 'issued_by', 'issued_at', 'contest_until', 'accepted_at', 'approved_by', 'approved_at'] as const),
  ...([
    'approved_alone',
    'sent_at',
    'paid_at',
    'paid_on',
    'payment_reference',
    'rejected_at',
    'reject_reason',
    'bank_reasons',
    'cancelled_at',
  ] as const),
  'cancel_reason',
] as const

/** Loads and locks payouts, always in the same order, so that callers at the same time cannot wait for each other. */
export function lockPayouts({ tx }: Pick<TransactionContext, 'tx'>, ids: readonly string[]): Promise<PayoutRow[]> {
  return tx
    .selectFrom('payouts')
    .select(columns)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Loads and locks one payout. Refuses `not_found`. */
export async function lockPayout(context: TransactionContext, id: string): Promise<PayoutRow> {
  const [row] = await lockPayouts(context, [id])
  if (!row) throw new Refusal('not_found', m.noSuchPayout())
  return row
}

export const stateOf = (row: PayoutRow, now: Date) =>
  payoutState({ status: row.status, acceptedAt: row.accepted_at, contestUntil: row.contest_until }, now)

/** Refuses `own_commission`: nobody decides about money of their own. */
export function checkNotOwnPayout(context: TransactionContext, row: PayoutRow): void {
  refuseUnless(!isOwnPartner(context.actor, row.partner_id), 'own_commission', m.ownPayout({ reference: row.reference }))
}

/** The partner accepts a statement; done again, nothing changes. Refuses `payout_not_issued`. */
export async function acceptPayout(context: TransactionContext, id: string): Promise<void> {
  const row = await lockPayout(context, id)
  if (row.status === 'issued' && row.accepted_at !== null) return
  refuseUnless(row.status === 'issued', 'payout_not_issued', m.noLongerToAccept({ reference: row.reference }))
  await context.tx.updateTable('payouts').set({ accepted_at: context.now }).where('id', '=', id).execute()
  await context.recordEvent({ name: 'payout.accepted', subjectId: id, audience: ofPartner(row.partner_id) })
}

interface PayoutSelection {
  readonly ids: readonly string[]
  /** The sum that the caller saw. */
  readonly totalCents: number
}

/**
 * Approves accepted payouts, all or none. Refuses `payouts_changed` and what stands in the way of one (`approvalObstacles`). An
 * only administrator approves what they issued, and the payouts remember it.
 */
export async function approvePayouts(context: TransactionContext, { ids, totalCents }: PayoutSelection) {
  const { tx, now } = context
  const { userId } = personOf(context)
  const uniqueIds = new Set(ids)
  const locked = lockPayouts(context, ids)
  // Read behind the locks: an invoice is decided under the lock of its payout.
  const [rule, rows, invoices, contested, blocks] = await Promise.all([
    ...([approvalRule(tx), locked, readInvoiceStates(tx, ids), readContested(tx, ids), vigilanceBlocks(tx, now)] as const),
  ])
  const fit = rows.filter((row) => stateOf(row, now) === 'accepted')
  const sum = fit.reduce((total, row) => total + row.total_cents, 0)
  if (fit.length !== uniqueIds.size || sum !== totalCents) {
    const why = m.approvalChanged({ count: fit.length, size: uniqueIds.size, sum: formatEurosExact(sum) })
    throw new Refusal('payouts_changed', why, {
      facts: { count: fit.length, totalCents: sum },
    })
  }
  const ways = fit.map((row) => {
    const facts = {
      reference: row.reference,
      state: 'accepted' as const,
      totalCents: row.total_cents,
      isIssuer: row.issued_by === userId,
      isOwn: isOwnPartner(context.actor, row.partner_id),
      invoice: invoices.get(row.id) ?? null,
      isContested: contested.has(row.id),
      blocks: blocks.get(row.partner_id) ?? [],
    }
    const [obstacle] = approvalObstacles(facts, rule)
    if (obstacle) throw new Refusal(obstacle.code, obstacle.text)
    return { row, alone: approvalBy(facts, rule) === 'alone' }
  })
  for (const alone of [false, true]) {
    const some = ways.filter((each) => each.alone === alone).map(({ row }) => row.id)
    if (some.length === 0) continue
    const approved = { status: 'approved', approved_by: userId, approved_at: now, approved_alone: alone } as const
    context.post(tx.updateTable('payouts').set(approved).where('id', 'in', some))
  }
  await context.recordEvents(
    ways.map(({ row, alone }) => ({
      name: 'payout.approved' as const,
      subjectId: row.id,
      audience: ofPartner(row.partner_id),
      before: { status: row.status },
      after: { status: 'approved' as const, totalCents: row.total_cents, alone },
    })),
  )
  return { count: fit.length, totalCents }
}

/** Payouts of which their partner contests a commission, and so the document that has it. */
async function readContested(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await tx
    .selectFrom('commissions')
    .select('payout_id')
    .where('payout_id', 'in', ids)
    .where('disputed', '=', true)
    .execute()
  return new Set(rows.map(({ payout_id }) => payout_id))
}

/**
 * Cancels what is not on its way; its commissions are payable again. What was
 * invoiced with it is taken back by credit notes. Refuses `payout_step_impossible`, `own_commission`, `mandate_missing` and
 * `invoice_credited`.
 */
export async function cancelPayout(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const { tx, now } = context
  const row = await lockPayout(context, id)
  checkNotOwnPayout(context, row)
  const isThere = row.status === 'issued' || row.status === 'approved' || row.status === 'rejected'
  refuseUnless(isThere, 'payout_step_impossible', m.cannotBeCancelled({ reference: row.reference, status: row.status }))
  await reverseDocuments(context, row)
  await tx
    .updateTable('payouts')
    .set({ status: 'cancelled', cancelled_at: now, cancel_reason: reason })
    .where('id', '=', id)
    .execute()
  context.post(tx.updateTable('commissions').set({ payout_id: null }).where('payout_id', '=', id))
  await context.recordEvent({
    name: 'payout.cancelled',
    subjectId: id,
    audience: ofPartner(row.partner_id),
    before: { status: row.status },
    after: { status: 'cancelled', totalCents: row.total_cents, reason },
  })
}
