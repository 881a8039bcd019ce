import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/**
 * Why a clawback waits: what it takes back from is settled first, or with it; nothing was invoiced that a credit note could take
 * back from. Statements from before the first said `clawback_not_invoiced`.
 */
export const clawbackObstacles = ['clawback_waits', 'clawback_not_invoiced', 'clawback_of_own_invoice'] as const
export type ClawbackObstacle = (typeof clawbackObstacles)[number]

const clawbackObstacleLabels: Readonly<Record<ClawbackObstacle, string>> = texts({
  clawback_waits: m.clawbackWaits,
  clawback_not_invoiced: m.clawbackNotInvoicedYet,
  clawback_of_own_invoice: m.clawbackOfOwnInvoice,
})

/** Why a commission waits without a word of staff. */
export type HoldCode = 'contested' | ClawbackObstacle

/** Why a commission is in no payout: as staff typed it, or the code of what the portal knows. */
export interface HoldReason {
  /** Empty where there is a code. */
  readonly reason: string
  readonly code?: HoldCode
}

/** Why a commission is in no payout, for whoever reads it. */
export function holdText({ reason, code }: HoldReason): string {
  if (code === undefined) return reason
  return code === 'contested' ? m.disputeOpen() : clawbackObstacleLabels[code]
}
