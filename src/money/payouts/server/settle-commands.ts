import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import type { TransferReason } from '#money/bank-files/domain/bank-reasons.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { PayoutRow } from './step-commands.ts'

/** A transfer that has left the provider's account. */
export interface Settlement {
  /** The payout, whose row is locked. */
  readonly row: PayoutRow
  readonly paidAt: Date
  /** The same as a day of the provider's calendar: '2026-03-05'. */
  readonly paidOn: string
  /** In the statements of both accounts; may be empty. */
  readonly reference: string
}

/** Marks locked payouts and their commissions as paid, each by its own day and reference. */
export async function settlePayouts({ tx, post, recordEvents }: TransactionContext, all: readonly Settlement[]): Promise<void> {
  if (all.length === 0) return
  const settlements = sql<{ id: string; paid_at: Date; reference: string }>`unnest(${all.map(({ row }) => row.id)}::uuid[],
    ${all.map(({ paidAt }) => paidAt.toISOString())}::timestamptz[], ${all.map(({ reference }) => reference)}::text[])`
  const paid = settlements.as<'g'>(sql`g(id, paid_at, reference)`)
  await tx
    .updateTable('payouts as p')
    .from(paid)
    .set(({ ref }) => ({ status: 'paid', paid_at: ref('g.paid_at'), payment_reference: ref('g.reference') }))
    .whereRef('p.id', '=', 'g.id')
    .execute()
  post(
    tx
      .updateTable('commissions as c')
      .from(paid)
      .set(({ ref }) => ({ status: 'paye', paid_at: ref('g.paid_at'), payment_reference: ref('g.reference') }))
      .whereRef('c.payout_id', '=', 'g.id'),
  )
  await recordEvents(
    all.map(({ row, paidAt, paidOn, reference }) => ({
      name: 'payout.paid' as const,
      subjectId: row.id,
      audience: ofPartner(row.partner_id),
      before: { status: row.status },
      after: { status: 'paid' as const, totalCents: row.total_cents, paidAt: paidAt.toISOString(), paidOn, reference },
    })),
  )
}

/** A transfer that the bank refused or returned, and why. */
export interface Rejection extends TransferReason {
  /** Locked; its status is the one before. */
  readonly row: PayoutRow
}

/** Takes transfers back, and their commissions with those that had been paid. */
export async function rejectPayouts(
  { tx, now, post, recordEvents }: TransactionContext,
  all: readonly Rejection[],
): Promise<void> {
  if (all.length === 0) return
  const ids = all.map(({ row }) => row.id)
  const answers = all.map(({ bankReasons }) => bankReasons && JSON.stringify(bankReasons))
  const rejections = sql<{ id: string; reason: string | null; bank_reasons: string | null }>`unnest(${ids}::uuid[],
    ${all.map(({ reason }) => reason)}::text[], ${answers}::jsonb[])`
  const unpaid = { paid_at: null, payment_reference: '' }
  await tx
    .updateTable('payouts as p')
    .from(rejections.as<'g'>(sql`g(id, reason, bank_reasons)`))
    .set(({ ref }) => ({
      status: 'rejected',
      rejected_at: now,
      reject_reason: ref('g.reason'),
      bank_reasons: ref('g.bank_reasons'),
      ...unpaid,
    }))
    .whereRef('p.id', '=', 'g.id')
    .execute()
  post(
    tx
      .updateTable('commissions')
      .set({ status: 'valide', ...unpaid })
      .where('payout_id', 'in', ids)
      .where('status', '=', 'paye'),
  )
  await recordEvents(
    all.map(({ row, reason, bankReasons }) => ({
      name: 'payout.rejected' as const,
      subjectId: row.id,
      audience: ofPartner(row.partner_id),
      before: { status: row.status },
      after: {
        status: 'rejected' as const,
        totalCents: row.total_cents,
        reason: reason ?? '',
        ...(bankReasons ? { bankReasons } : {}),
      },
    })),
  )
}
