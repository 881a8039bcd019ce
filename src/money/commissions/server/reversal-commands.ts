import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { takeLineBack } from '#money/rules/server/staff-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { reversalForm } from '../api/commission-forms.ts'
import type { CommissionRest } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { type CommissionRow, checkNotOwn, lockCommission } from './commands.ts'

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
  return takeLineBack(context, row, { revenueCents, left, reason })
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

/** What clawbacks have left of a commission whose row is locked. */
async function readRest(tx: Tx, row: CommissionRow): Promise<CommissionRest> {
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
