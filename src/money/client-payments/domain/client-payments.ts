import type { CommissionBasis } from '#money/commissions/domain.ts'
import { addMonths } from '#money/rules/domain/calendar.ts'
import type { Cents } from '#platform/domain/money.ts'

/** Longest number of a client's invoice: as long as a bank carries it. */
export const maxReferenceLength = 35

/** What a client was to pay in all, and has paid: payments less refunds. */
export interface Receipts {
  readonly expectedCents: Cents
  readonly receivedCents: Cents
}

/** The earliest day of a payment: deposits precede signatures, by a year at most. */
export const earliestPayment = (signedOn: string): string => addMonths(signedOn, -12)

/** What is still to come: the revenue of the pending commission. A client may pay more than was expected. */
export function remainderOf({ expectedCents, receivedCents }: Receipts): Cents {
  return Math.max(expectedCents - receivedCents, 0)
}

/** How much more than was expected a client will have paid with a payment; 0 if it is no more. */
export function aboveExpected({ expectedCents, receivedCents }: Receipts, netCents: Cents): Cents {
  return Math.max(receivedCents + netCents - expectedCents, 0)
}

/** Why no payment of a lead's client can be recorded: `by_hand` and `settled` have their commission validated as a whole. */
export const paymentObstacles = ['not_signed', 'settled', 'by_hand', 'own'] as const
export type PaymentObstacle = (typeof paymentObstacles)[number]

interface PayableLead {
  readonly isSigned: boolean
  /** Its commission was validated as a whole. */
  readonly isSettled: boolean
  readonly basis: CommissionBasis
  /** The commission is the caller's own. */
  readonly isOwn: boolean
}

export function paymentObstacle({ isSigned, isSettled, basis, isOwn }: PayableLead): PaymentObstacle | null {
  if (!isSigned) return 'not_signed'
  if (isSettled) return 'settled'
  if (basis !== 'cash') return 'by_hand'
  return isOwn ? 'own' : null
}

export function afterPayment(receipts: Receipts, netCents: Cents): Receipts {
  return { ...receipts, receivedCents: receipts.receivedCents + netCents }
}

/**
 * The receipts after a refund. Money that went back for good leaves what is still to come as it was; a payment that was recorded
 * by mistake is expected again.
 */
export function afterRefund(receipts: Receipts, netCents: Cents, isExpectedAgain: boolean): Receipts {
  const receivedCents = receipts.receivedCents - netCents
  if (isExpectedAgain) return { ...receipts, receivedCents }
  return { expectedCents: Math.min(receipts.expectedCents, receivedCents + remainderOf(receipts)), receivedCents }
}
