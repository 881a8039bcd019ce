import { m } from '../messages/messages.ts'

/** How long bank details cannot be changed after somebody's second factor was reset for them. */
export const bankDetailsWaitMs = 24 * 3_600_000

/** Why the portal resets a second factor by itself: nothing that was encrypted before can be read with its new secret. */
export type ResetCause = 'secret_replaced'

export interface ResetReason {
  /** As somebody typed it; empty where the portal itself has a cause. */
  readonly reason: string
  readonly cause?: ResetCause
}

/** Why a second factor was reset, for whoever reads it. */
export const resetReasonText = ({ reason, cause }: ResetReason): string => (cause ? m.secretReplaced() : reason)

/**
 * Who helps somebody who has lost the second factor and its recovery codes: the provider an owner of a partner, an owner their
 * colleagues, since the provider does not know these, and an administrator the staff.
 */
export const helpers = ['provider', 'owner', 'administrator'] as const
export type Helper = (typeof helpers)[number]
