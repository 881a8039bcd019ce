import type { CallerRights } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** What a partner contests: the amount of a commission, or that there is none. */
export const disputeKinds = ['amount', 'missing'] as const
export type DisputeKind = (typeof disputeKinds)[number]

/**
 * `open` waits for staff, `answered` for the partner or for a decision; a reply of the partner opens it again. The other three
 * are final.
 */
export const disputeStates = ['open', 'answered', 'corrected', 'upheld', 'withdrawn'] as const
export type DisputeState = (typeof disputeStates)[number]

export const disputeStateLabels: Readonly<Record<DisputeState, string>> = texts({
  open: m.open,
  answered: m.answered,
  corrected: m.corrected,
  upheld: m.amountKept,
  withdrawn: m.withdrawn,
})

/** How staff close a dispute. */
export const disputeOutcomes = ['corrected', 'upheld'] as const

/** Whether it still waits for something; a commission is not paid meanwhile. */
export function isUndecided(state: DisputeState): boolean {
  return state === 'open' || state === 'answered'
}

/**
 * The partner replies and withdraws; staff answer, and close it as corrected once something was corrected, or uphold. Nobody
 * decides about a dispute of their own.
 */
export function disputeAbilities(
  { state, isCorrected }: { readonly state: DisputeState; readonly isCorrected: boolean },
  { isStaff, isOwn, lacksRight = false }: CallerRights,
) {
  const undecided = isUndecided(state)
  const decides = undecided && isStaff && !isOwn && !lacksRight
  return {
    reply: decides || (undecided && isOwn && !isStaff),
    withdraw: undecided && isOwn && !isStaff,
    uphold: decides,
    closeCorrected: decides && isCorrected,
  }
}
