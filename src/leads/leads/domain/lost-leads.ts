import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** Why a lead is in Perdu. */
export const lostReasons = ['budget', 'competitor', 'no_answer', 'no_need', 'not_target', 'already_client', 'other'] as const
export type LostReason = (typeof lostReasons)[number]

export const lostReasonLabels: Readonly<Record<LostReason, string>> = texts({
  budget: m.lostForBudget,
  competitor: m.lostToCompetitor,
  no_answer: m.lostUnreachable,
  no_need: m.lostWithoutNeed,
  not_target: m.lostOffTarget,
  already_client: m.lostAlreadyClient,
  other: m.lostOtherwise,
})

export const maxLostNote = 500

/** Why a lead was lost, as somebody said. */
export interface Loss {
  readonly reason: LostReason
  /** Plain text; empty where the reason says it all. */
  readonly note: string
}

/** 'Budget insuffisant : pas avant 2028', in one line. */
export function lossText({ reason, note }: Loss): string {
  return note ? m.reasonWithNote({ reason: lostReasonLabels[reason], note }) : lostReasonLabels[reason]
}
