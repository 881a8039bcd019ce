import type { Cents } from '#platform/domain/money.ts'

/**
 * Individuals without a business are paid without contributions only if it is occasional and modest; courts name no figure, so
 * staff set the alert. Nobody has verified it.
 */
export interface OccasionalAlert {
  readonly payments: number
  readonly amountCents: Cents
}

/** Whether an individual's payments of a year reach the alert, by their number or by their sum. */
export function reachesAlert(paid: OccasionalAlert, alert: OccasionalAlert): boolean {
  return paid.payments >= alert.payments || paid.amountCents >= alert.amountCents
}
