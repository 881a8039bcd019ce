import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/**
 * Where a lead's registration stands; an axis of its own beside the board. `submitted` and `appealed` wait for staff; `accepted`,
 * `extended` and `converted` (signed) hold the company; the others do not.
 */
export const registrationStates = [
  'submitted',
  'accepted',
  'refused',
  'merged',
  'extended',
  'expired',
  'converted',
  'appealed',
] as const
export type RegistrationState = (typeof registrationStates)[number]

/** The labels that staff read. */
export const registrationStateLabels: Readonly<Record<RegistrationState, string>> = texts({
  submitted: m.toAnswer,
  accepted: m.accepted,
  refused: m.refused,
  merged: m.merged,
  extended: m.extended,
  expired: m.expired,
  converted: m.signed,
  appealed: m.toLookAtAgain,
})

/** The labels that partners read. */
export const ownRegistrationLabels: Readonly<Record<RegistrationState, string>> = texts({
  submitted: m.ownSubmitted,
  accepted: m.accepted,
  refused: m.refused,
  merged: m.merged,
  extended: m.ownExtended,
  expired: m.ownExpired,
  converted: m.signed,
  appealed: m.ownAppealed,
})

export const refusalReasons = ['deja_client', 'deja_apporte', 'hors_cible', 'incomplet', 'doublon', 'autre'] as const
export type RefusalReason = (typeof refusalReasons)[number]

export const refusalReasonLabels: Readonly<Record<RefusalReason, string>> = texts({
  deja_client: m.lostAlreadyClient,
  deja_apporte: m.refusedAlreadyBrought,
  hors_cible: m.lostOffTarget,
  incomplet: m.refusedIncomplete,
  doublon: m.reasonAM05,
  autre: m.refusedOtherwise,
})

/** Waits for an answer of staff. */
export function isUnanswered(state: RegistrationState): boolean {
  return state === 'submitted' || state === 'appealed'
}
