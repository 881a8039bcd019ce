import { isUnanswered, type RegistrationState } from '#leads/leads/domain/registration-states.ts'

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
    /** The client of its lead is about to be erased: staff change nothing. */
    readonly isRestricted?: boolean
  },
  { isStaff, isOwn }: { readonly isStaff: boolean; readonly isOwn: boolean },
) {
  const { state, isSigned, extension, isRestricted = false } = facts
  const answers = isStaff && !isOwn && !isRestricted
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
