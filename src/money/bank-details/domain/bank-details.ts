import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** Waiting time before paying to a new or changed IBAN, so that its owner can notice a fraudulent change. */
export const recentIbanHours = 72

export const bankDetailStates = ['missing', 'complete', 'checksum', 'refused', 'unreadable'] as const
/**
 * `checksum`: saved although checksum or length are wrong; `refused`: the bank has refused this account, closed or blocked;
 * `unreadable`: the stored IBAN can no longer be decrypted.
 */
export type BankDetailState = (typeof bankDetailStates)[number]

export const bankDetailLabels: Readonly<Record<BankDetailState, string>> = texts({
  complete: m.detailsComplete,
  missing: m.detailsMissing,
  checksum: m.checksumDiffers,
  refused: m.accountRefused,
  unreadable: m.unreadableIban,
})

/** What staff can filter partners by: a state, or what may be true besides it. */
export const bankDetailFilters = ['missing', 'complete', 'checksum', 'refused', 'recent', 'shared'] as const
export type BankDetailFilter = (typeof bankDetailFilters)[number]

/** The facts about a partner's stored IBAN that decide its state. */
export interface IbanFacts {
  readonly checksOut: boolean
  readonly changedAt: Date
  /** Whether another person, who is not deleted, has the same IBAN. */
  readonly shared: boolean
  readonly readable: boolean
  /** Whether the bank has refused the stored account. */
  readonly refused: boolean
}

export interface BankDetailsState {
  readonly state: BankDetailState
  /** When the waiting time of a new IBAN ends; null once it is over. */
  readonly heldUntil: Date | null
  readonly shared: boolean
  /** Whether a payout may be sent to this IBAN now. A shared one is flagged, not held. */
  readonly payable: boolean
}

/**
 * State of bank details; null stands for none. `app.bank_details_states` is the same rule in SQL, for lists and payouts; it
 * cannot decrypt and so never says `unreadable`.
 */
export function bankDetailsState(iban: IbanFacts | null, at: Date): BankDetailsState {
  if (!iban) return { state: 'missing', heldUntil: null, shared: false, payable: false }
  const state = !iban.readable ? 'unreadable' : !iban.checksOut ? 'checksum' : iban.refused ? 'refused' : 'complete'
  const heldUntil = isRecentIban(iban.changedAt, at) ? ibanHeldUntil(iban.changedAt) : null
  return { state, heldUntil, shared: iban.shared, payable: state === 'complete' && !heldUntil }
}

/** When payouts to an IBAN that was entered or changed at `changedAt` begin. */
export function ibanHeldUntil(changedAt: Date): Date {
  return new Date(changedAt.getTime() + recentIbanHours * 3_600_000)
}

/** Whether the IBAN was entered or changed less than 72 hours ago. */
export function isRecentIban(changedAt: Date, now: Date): boolean {
  return now < ibanHeldUntil(changedAt)
}

/** A field of a partner's bank details; `postalAddress` is the one in parts. */
export type BankDetail = 'company' | 'iban' | 'address' | 'country' | 'accountHolder' | 'postalAddress'
