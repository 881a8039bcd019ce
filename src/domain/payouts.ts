import type { Cents } from './money.ts'

/** As stored: issued -> approved -> sent -> paid | rejected -> approved; a cancelled one frees its commissions. */
export const payoutStatuses = ['issued', 'approved', 'sent', 'paid', 'rejected', 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** What is shown: an issued payout is accepted once its partner has said so, or when the time to contest has passed. */
export const payoutStates = ['issued', 'accepted', 'approved', 'sent', 'paid', 'rejected', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutStateLabels: Readonly<Record<PayoutState, string>> = {
  issued: 'Issued',
  accepted: 'Accepted',
  approved: 'Approved',
  sent: 'Sent to the bank',
  paid: 'Paid',
  rejected: 'Returned',
  cancelled: 'Cancelled',
}

interface PayoutDates {
  readonly status: PayoutStatus
  readonly acceptedAt: Date | null
  readonly contestUntil: Date
}

export function payoutState({ status, acceptedAt, contestUntil }: PayoutDates, now: Date): PayoutState {
  return status === 'issued' && (acceptedAt !== null || contestUntil <= now) ? 'accepted' : status
}

export interface PayoutFacts {
  readonly state: PayoutState
  readonly totalCents: Cents
  /** Issued by the caller. */
  readonly isIssuer: boolean
  /** The caller's own money. */
  readonly isOwn: boolean
}

/** Who may approve a payout, given what the programme asks for. */
export interface ApprovalRule {
  readonly secondApprovalAboveCents: Cents
  /** Nobody else could approve. */
  readonly isOnlyAdministrator: boolean
}

/** `second`: somebody else has to. `alone`: nobody else could, which is recorded. */
export function approvalBy({ totalCents, isIssuer }: PayoutFacts, rule: ApprovalRule): 'allowed' | 'alone' | 'second' {
  if (!isIssuer || totalCents <= rule.secondApprovalAboveCents) return 'allowed'
  return rule.isOnlyAdministrator ? 'alone' : 'second'
}

/** Steps that the caller may take. Partners accept their own; all else is for staff, and for nobody on their own money. */
export function payoutAbilities(facts: PayoutFacts, { isStaff, rule }: { isStaff: boolean; rule: ApprovalRule | null }) {
  const { state, isOwn } = facts
  const acts = isStaff && !isOwn
  return {
    accept: !isStaff && isOwn && state === 'issued',
    approve: acts && state === 'accepted' && rule !== null && approvalBy(facts, rule) !== 'second',
    pay: acts && (state === 'approved' || state === 'sent'),
    reject: acts && (state === 'sent' || state === 'paid'),
    retry: acts && state === 'rejected',
    cancel: acts && (state === 'issued' || state === 'accepted' || state === 'approved' || state === 'rejected'),
  }
}

/** 'REL-2026-11', the series in which payouts of a month are numbered; the day as 'YYYY-MM-DD'. */
export function payoutSeries(day: string): string {
  return `REL-${day.slice(0, 7)}`
}

/** 'REL-2026-11-0001' */
export function numberInSeries(series: string, number: number): string {
  return `${series}-${String(number).padStart(4, '0')}`
}
