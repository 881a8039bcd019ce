import { type ClawbackObstacle, clawbackObstacleLabels } from '#money/invoices/domain/payout-documents.ts'
import { m } from '../messages/messages.ts'

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
