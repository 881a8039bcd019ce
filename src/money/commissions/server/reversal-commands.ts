import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import type { FollowedRefund } from '#money/rules/domain/take-back.ts'
import { takeBackByRule } from '#money/rules/server/staff-commands.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { reversalForm } from '../api/commission-forms.ts'
import { type CommissionRest, clawbackAmount } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { type CommissionRow, checkNotOwn, lockCommission, oneAtATime } from './commands.ts'

/**
 * Takes back a part of a validated or paid commission, or all that is left of it, by a negative line at the original rate; what
 * no revenue is left of, as a whole. The original stays as it is; the line counts for the tier at once and is settled with the
 * next payment. Refuses `commission_not_settled`, `commissions_changed`, `own_commission`, and `invalid_input` for no revenue of
 * a line that has some.
 */
export async function reverseCommission(
  context: TransactionContext,
  id: string,
  { revenueCents, reason, leftCents }: z.output<typeof reversalForm>,
): Promise<{ id: string }> {
  const row = await lockCommission(context, id)
  checkNotOwn(context, row)
  const left = await readRest(context.tx, row)
  const isSum = left.revenueCents === 0 && (row.revenue_cents === 0 || left.amountCents > 0)
  refuseFieldUnless(revenueCents > 0 || isSum, 'revenueCents', m.revenueNotPositive())
  refuseUnless(row.kind !== 'clawback', 'commission_not_settled', m.clawbackNotTakenBack())
  refuseUnless(row.status !== 'en_attente', 'commission_not_settled', m.notCountedYet())
  checkSeen(left, { revenueCents, leftCents })
  if (row.reason) return takeBackByRule(context, row, { revenueCents, leftCents: left.amountCents, reason })
  await oneAtATime(context, row.partner_id)
  return takeBack(context, row, left, { revenueCents, reason, refund: null })
}

/** Revenue is taken back as far as there is any; a sum without revenue is taken back whole. */
function checkSeen(
  { revenueCents: revenueLeft, amountCents: amountLeft }: CommissionRest,
  { revenueCents, leftCents }: Pick<z.output<typeof reversalForm>, 'revenueCents' | 'leftCents'>,
): void {
  const isSum = revenueLeft === 0
  const leftNow = isSum ? amountLeft : revenueLeft
  const fits = isSum ? revenueCents === 0 : revenueCents <= revenueLeft
  if (leftNow > 0 && leftNow === leftCents && fits) return
  const left = formatEurosExact(leftNow)
  const why = isSum ? m.sumLeftToTakeBack({ left }) : m.leftToTakeBack({ revenue: left })
  throw new Refusal('commissions_changed', why, { facts: isSum ? { amountCents: amountLeft } : { revenueCents: revenueLeft } })
}

interface TakenBack {
  readonly revenueCents: number
  readonly reason: string
  readonly refund: (FollowedRefund & { readonly id: string }) | null
}

/**
 * Writes the negative line for a part of the revenue that is left of a commission; the commission and its partner are locked. The
 * line's id and its amount, which is negative. `reason` is empty where it follows a refund.
 */
export async function takeBack(
  context: TransactionContext,
  row: CommissionRow,
  left: CommissionRest,
  { revenueCents, reason, refund }: TakenBack,
): Promise<{ id: string; amountCents: number }> {
  const { tx, now } = context
  const before = await readStanding(tx, row.partner_id)
  const rate = Number(row.commission_rate)
  const clawback = { revenueCents: -revenueCents, amountCents: -clawbackAmount(left, revenueCents, rate) }
  const clawbackId = newId()
  await tx
    .insertInto('commissions')
    .values({
      id: clawbackId,
      partner_id: row.partner_id,
      lead_id: row.lead_id,
      kind: 'clawback',
      reverses_id: row.id,
      client_payment_id: refund?.id ?? null,
      description: refund?.refund ?? reason,
      revenue_cents: clawback.revenueCents,
      commission_rate: row.commission_rate,
      tier_name: row.tier_name,
      tier_names: JSON.stringify(row.tier_names),
      amount_cents: clawback.amountCents,
      status: 'valide',
      created_at: now,
      validated_at: now,
      rule_id: row.rule_id,
      rule_version: row.rule_version,
    })
    .execute()
  const after = await readStanding(tx, row.partner_id)
  const followed = refund ? { refund: { refund: refund.refund, invoice: refund.invoice } } : {}
  await context.recordEvent({
    name: 'commission.reversed',
    subjectId: row.id,
    audience: ofPartner(row.partner_id),
    before: { tierId: before.current?.id ?? null },
    after: { ...clawback, commissionRate: rate, tierId: after.current?.id ?? null, clawbackId, reason, ...followed },
  })
  return { id: clawbackId, amountCents: clawback.amountCents }
}

/** What clawbacks have left of a commission whose row is locked. */
export async function readRest(tx: Tx, row: CommissionRow): Promise<CommissionRest> {
  const clawbacks = await tx
    .selectFrom('commissions')
    .select([
      sql<number>`coalesce(sum(revenue_cents), 0)::bigint`.as('revenue'),
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('amount'),
    ])
    .where('reverses_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return { revenueCents: row.revenue_cents + clawbacks.revenue, amountCents: row.amount_cents + clawbacks.amount }
}
