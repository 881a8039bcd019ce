import type { CallerRights } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'
import { invoiceObstacles, type PayoutInvoiceState } from './uploaded-invoices.ts'

/** As stored: issued -> approved -> sent -> paid | rejected -> approved; a cancelled one frees its commissions. */
export const payoutStatuses = ['issued', 'approved', 'sent', 'paid', 'rejected', 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** What is shown: an issued payout is accepted once its partner has said so, or when the time to contest has passed. */
export const payoutStates = ['issued', 'accepted', 'approved', 'sent', 'paid', 'rejected', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutStateLabels: Readonly<Record<PayoutState, string>> = texts({
  issued: m.issued,
  accepted: m.statementAccepted,
  approved: m.approved,
  sent: m.sentToBank,
  paid: m.paid,
  rejected: m.returned,
  cancelled: m.cancelled,
})

/**
 * What a payout waits for, of what is listed on staff's first page: each waits for one thing at most. `approval` is the reader's,
 * `second` that of somebody else; a file of `answer` should have been answered by now, one of `bank` need not yet.
 */
export const payoutWaits = ['approval', 'second', 'documents', 'invoice', 'newInvoice', 'answer', 'bank'] as const
export type PayoutWait = (typeof payoutWaits)[number]

export const payoutWaitLabels: Readonly<Record<PayoutWait, string>> = texts({
  approval: m.yourApproval,
  second: m.othersApproval,
  documents: m.partnerDocuments,
  invoice: m.partnerInvoice,
  newInvoice: m.refusedInvoice,
  answer: m.lateAnswer,
  bank: m.theBank,
})

/** Days after its day of execution on which a file for the bank is still expected to be answered. */
export const bankAnswerDays = 3

interface PayoutDates {
  readonly status: PayoutStatus
  readonly acceptedAt: Date | null
  readonly contestUntil: Date
}

export function payoutState({ status, acceptedAt, contestUntil }: PayoutDates, now: Date): PayoutState {
  return status === 'issued' && (acceptedAt !== null || contestUntil <= now) ? 'accepted' : status
}

export interface PayoutFacts {
  readonly reference: string
  readonly state: PayoutState
  readonly totalCents: Cents
  /** Issued by the caller. */
  readonly isIssuer: boolean
  /** The caller's own money. */
  readonly isOwn: boolean
  /** Where it stands with its partner's own invoice; null if it expects none. */
  readonly invoice: PayoutInvoiceState | null
  /** Whether its partner contests a commission in it. */
  readonly isContested: boolean
  /** Why it waits for documents of its partner, in words. */
  readonly blocks: readonly string[]
}

/** Who may approve a payout, given what the programme asks for. */
export interface ApprovalRule {
  readonly secondApprovalAboveCents: Cents
  /** Whether the caller is the only person who could approve. */
  readonly isOnlyAdministrator: boolean
  /** Partners who invoice themselves are paid after their invoice was accepted. */
  readonly invoiceRequired: boolean
}

/** `second`: somebody else has to. `alone`: nobody else could, which is recorded. */
export function approvalBy({ totalCents, isIssuer }: PayoutFacts, rule: ApprovalRule): 'allowed' | 'alone' | 'second' {
  if (!isIssuer || totalCents <= rule.secondApprovalAboveCents) return 'allowed'
  return rule.isOnlyAdministrator ? 'alone' : 'second'
}

interface Obstacle {
  readonly code: Extract<
    RefusalCode,
    'own_commission' | 'payout_needs_second' | 'payout_needs_invoice' | 'payout_contested' | 'payout_blocked'
  >
  readonly text: string
}

/** Why the caller cannot approve a payout that its partner has accepted, the first reason first; empty if they can. */
export function approvalObstacles(facts: PayoutFacts, rule: ApprovalRule): Obstacle[] {
  const { reference, isOwn, invoice, isContested, blocks } = facts
  const obstacles: Obstacle[] = []
  if (isOwn) obstacles.push({ code: 'own_commission', text: m.ownPayout({ reference }) })
  if (approvalBy(facts, rule) === 'second') {
    const limit = formatEurosExact(rule.secondApprovalAboveCents)
    const text = m.needsSecondApproval({ reference, limit })
    obstacles.push({ code: 'payout_needs_second', text })
  }
  const waits = rule.invoiceRequired && invoice && invoiceObstacles[invoice]
  if (waits) obstacles.push({ code: 'payout_needs_invoice', text: `${reference} ${waits}` })
  if (isContested) {
    const text = m.commissionContested({ reference })
    obstacles.push({ code: 'payout_contested', text })
  }
  obstacles.push(...blocks.map((reason) => ({ code: 'payout_blocked' as const, text: `${reason} (${reference})` })))
  return obstacles
}

/** Steps that the caller may take. Partners accept their own; all else is for staff, and for nobody on their own money. */
export function payoutAbilities(
  facts: PayoutFacts,
  { isStaff, lacksRight = false, rule }: Omit<CallerRights, 'isOwn'> & { rule: ApprovalRule | null },
) {
  const { state, isOwn, invoice } = facts
  const acts = isStaff && !isOwn && !lacksRight
  return {
    accept: !isStaff && isOwn && state === 'issued',
    submitInvoice: !isStaff && isOwn && (invoice === 'missing' || invoice === 'refused'),
    approve: acts && state === 'accepted' && rule !== null && approvalObstacles(facts, rule).length === 0,
    pay: acts && (state === 'approved' || state === 'sent'),
    reject: acts && (state === 'sent' || state === 'paid'),
    retry: acts && state === 'rejected',
    cancel: acts && (state === 'issued' || state === 'accepted' || state === 'approved' || state === 'rejected'),
  }
}

/** Why a payout cannot have been paid on a day, or null: it was issued first, and tomorrow has not come. Days as 'YYYY-MM-DD'. */
export function paidDayObstacle(paidOn: string, { reference, issuedOn }: { reference: string; issuedOn: string }, today: string) {
  if (paidOn > today) return m.paymentDayToCome()
  if (paidOn >= issuedOn) return null
  return m.paidBeforeIssue({ reference, issuedOn })
}

/** 'REL-2026-11', the series in which payouts of a month are numbered; the day as 'YYYY-MM-DD'. */
export function payoutSeries(day: string): string {
  return `REL-${day.slice(0, 7)}`
}

/** 'REL-2026-11-0001' */
export function numberInSeries(series: string, number: number): string {
  return `${series}-${String(number).padStart(4, '0')}`
}
