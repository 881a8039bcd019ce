import type { CommissionStatus, UnpaidState } from '#money/commissions/domain.ts'
import type { PaymentObstacle } from '../api.ts'
import { type Outlook, paymentDay } from '../domain/coming.ts'

/** What says by when a commission is due; `payable_by` as it is stored, where a clawback has none. */
export interface DueRow {
  readonly status: CommissionStatus
  readonly unpaid_state: UnpaidState
  readonly payable_by: Date | null
  readonly due_by: Date | null
  readonly payout_id: string | null
}

/** By when a commission is paid, as its partner reads it by an outlook; without one, by when it is due. */
export function presentPaymentDay(
  { status, unpaid_state: state, payable_by, due_by, payout_id: payoutId }: DueRow,
  outlook: Outlook | null,
): { payableBy: string | null; obstacle: PaymentObstacle | null } {
  if (!outlook || status === 'paye') return { payableBy: payable_by?.toISOString() ?? null, obstacle: null }
  const { payableBy, obstacle } = paymentDay({ state, payableBy: due_by, payoutId }, outlook)
  return {
    payableBy: payableBy?.toISOString() ?? null,
    obstacle: obstacle && { ...obstacle, until: obstacle.until?.toISOString() ?? null },
  }
}
