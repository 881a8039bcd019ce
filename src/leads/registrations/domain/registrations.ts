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
  merged: m.ownMerged,
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

export const extensionStates = ['asked', 'granted', 'refused'] as const
export type ExtensionState = (typeof extensionStates)[number]

export const protectionMonths = [3, 6, 9, 12] as const

/** Days before the end of a protection at which its partner is reminded. */
export const protectionReminders = [30, 7] as const
export type ProtectionReminder = (typeof protectionReminders)[number]

/**
 * The steps there are; the database holds the same (app.registration_goes_forward). What is in force ends by refusing or merging
 * only in a conflict that staff decide for the other lead. A lead that leaves Signé again goes on where it was.
 */
export const registrationSteps: Readonly<Record<RegistrationState, readonly RegistrationState[]>> = {
  submitted: ['accepted', 'refused', 'merged', 'converted'],
  accepted: ['refused', 'merged', 'extended', 'expired', 'converted'],
  refused: ['appealed'],
  merged: [],
  extended: ['refused', 'merged', 'expired', 'converted'],
  expired: ['converted'],
  converted: ['accepted', 'extended'],
  appealed: ['accepted', 'refused', 'converted'],
}

/** Waits for an answer of staff. */
export function isUnanswered(state: RegistrationState): boolean {
  return state === 'submitted' || state === 'appealed'
}

/** Holds its company against others. */
export function isInForce(state: RegistrationState): boolean {
  return state === 'accepted' || state === 'extended' || state === 'converted'
}

/** Milliseconds of the clock by which staff mean to answer. */
export function answerBy({ submittedAt, appealedAt }: { submittedAt: Date; appealedAt: Date | null }, hours: number): number {
  return (appealedAt ?? submittedAt).getTime() + hours * 3_600_000
}

/** Whole days until a protection ends, rounded up; 0 once it has. */
export function daysLeft(protectedUntil: Date, now: Date): number {
  return Math.max(0, Math.ceil((protectedUntil.getTime() - now.getTime()) / 86_400_000))
}

/** From this many days on the end of a protection is shown as near. */
export const endIsNear = 30

/** What a caller may do with a registration now. Nobody answers one of their own. */
export function registrationAbilities(
  facts: {
    readonly state: RegistrationState
    readonly appealed: boolean
    readonly isSigned: boolean
    readonly protectedUntil: Date | null
    readonly extension: ExtensionState | null
    /** Another lead of the company waits or is in force. */
    readonly hasRival: boolean
  },
  { isStaff, isOwn }: { readonly isStaff: boolean; readonly isOwn: boolean },
) {
  const { state, isSigned, extension } = facts
  const answers = isStaff && !isOwn
  const asks = !isStaff && isOwn
  const isProtected = state === 'accepted' || state === 'extended'
  return {
    accept: answers && isUnanswered(state),
    // A signed lead has its commission: it leaves Signé first.
    refuse: answers && isUnanswered(state) && !isSigned,
    merge: answers && state === 'submitted' && !isSigned && facts.hasRival,
    appeal: asks && state === 'refused' && !facts.appealed,
    askExtension: asks && isProtected && extension === null && facts.protectedUntil !== null,
    answerExtension: answers && isProtected && extension === 'asked',
    handOver: answers && state !== 'merged',
  }
}
