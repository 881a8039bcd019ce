import type { Cents } from '#platform/domain/money.ts'

/**
 * Individuals without a business are paid without contributions only if it is occasional and modest; courts name no figure, so
 * staff set the alert. Nobody has verified it.
 */
export interface OccasionalAlert {
  readonly payments: number
  readonly amountCents: Cents
}

export const occasionalSentence =
  'Au-delà, demandez un statut (micro-entreprise) : sans cotisations, seules des rémunérations occasionnelles et modestes ' +
  'sont admises.'

/** Whether an individual's payments of a year reach the alert, by their number or by their sum. */
export function reachesAlert(paid: OccasionalAlert, alert: OccasionalAlert): boolean {
  return paid.payments >= alert.payments || paid.amountCents >= alert.amountCents
}
