import type { CallerRights } from '#access/domain/actor.ts'
import { paymentDelayDays } from '#money/rules/domain/calendar.ts'
import type { FollowedRefund } from '#money/rules/domain/take-back.ts'
import { texts } from '#platform/domain/languages.ts'
import { type Cents, percentOf } from '#platform/domain/money.ts'
import { m } from './messages/messages.ts'

/** en_attente (Pending) -> valide (Validated) -> paye (Paid); transitions are one-way. */
export const commissionStatuses = ['en_attente', 'valide', 'paye'] as const
export type CommissionStatus = (typeof commissionStatuses)[number]

export const commissionStatusLabels: Readonly<Record<CommissionStatus, string>> = texts({
  en_attente: m.specifiedPending,
  valide: m.validated,
  paye: m.paid,
})

/** The language of the labels of the states, where it is another one than the page's. */
export const statusLanguage = () => m.specifiedPending.lang

/**
 * `deal`: of a signed lead; once its client has begun to pay, of what is still expected. `payment`: of one payment of the client.
 * `manual`: added by staff. `clawback`: takes back a part of another commission, with negative amounts. `fixed` and `bonus`: what
 * another commission rule than the specification's pays beside a rate.
 */
export const commissionKinds = ['deal', 'manual', 'clawback', 'payment', 'fixed', 'bonus'] as const
export type CommissionKind = (typeof commissionKinds)[number]

/** Why a commission was taken back, for whoever reads it: by the refund that it follows, else as staff typed it. */
export const clawbackReasonText = (reason: string, refund: FollowedRefund | null = null): string =>
  refund ? m.refundReason({ refund: refund.refund, invoice: refund.invoice }) : reason

interface DescribedClawback {
  readonly description: string
  readonly refundReference: string | null
  readonly refundedReference: string | null
}

/** A commission's description for whoever reads it. A clawback that follows a refund is stored with that reference alone. */
export function descriptionText({ description, refundReference, refundedReference }: DescribedClawback): string {
  const isOfRefund = refundedReference !== null && description === refundReference
  return isOfRefund ? clawbackReasonText('', { refund: refundReference, invoice: refundedReference }) : description
}

/** `refund`: gives back a part of a payment, or all of it. */
export const clientPaymentKinds = ['payment', 'refund'] as const
export type ClientPaymentKind = (typeof clientPaymentKinds)[number]

/** What makes a commission due: validation by hand once the client has paid, or each payment of the client its part. */
export const commissionBases = ['signature', 'cash'] as const
export type CommissionBasis = (typeof commissionBases)[number]

/** The payment term in words, as the specification quotes it. Pages alone show it: their language is known when they load. */
export const paymentTerm = m.paymentTerm({ paymentDelayDays })

/** Statuses whose revenue counts for the tier. Includes paid, so that paying a partner never demotes them. */
const tierRevenueStatuses: readonly CommissionStatus[] = ['valide', 'paye']

/** Count and sums of the commissions in one status. */
export interface CommissionStatusStats {
  readonly status: CommissionStatus
  readonly count: number
  readonly revenueCents: Cents
  readonly amountCents: Cents
}

/** Totals for stat cards and tiers, derived from the sums per status so that they always agree. */
export function commissionStats(rows: readonly CommissionStatusStats[]) {
  const of = (status: CommissionStatus) => rows.filter((row) => row.status === status)
  const amount = (some: readonly CommissionStatusStats[]) => some.reduce((sum, row) => sum + row.amountCents, 0)
  const pending = of('en_attente')
  return {
    totalCents: amount(rows),
    validatedCents: amount(of('valide')),
    pendingCents: amount(pending),
    pendingCount: pending.reduce((sum, row) => sum + row.count, 0),
    paidCents: amount(of('paye')),
    unpaidCents: amount(rows) - amount(of('paye')),
    tierRevenueCents: rows
      .filter((row) => tierRevenueStatuses.includes(row.status))
      .reduce((sum, row) => sum + row.revenueCents, 0),
  }
}

/** What is left of a commission after its clawbacks. */
export interface CommissionRest {
  readonly revenueCents: Cents
  readonly amountCents: Cents
}

/**
 * Amount that a clawback of a part of the revenue takes back, at the rate of the original; positive. Who takes the rest takes
 * exactly the rest, so that parts which were rounded never add up to more or less than was earned.
 */
export function clawbackAmount(rest: CommissionRest, revenueCents: Cents, ratePercent: number): Cents {
  if (revenueCents > rest.revenueCents) throw new RangeError(`more than is left: ${revenueCents} of ${rest.revenueCents} cents`)
  if (revenueCents === rest.revenueCents) return rest.amountCents
  return Math.min(percentOf(revenueCents, ratePercent), rest.amountCents)
}

/** What decides about the steps that a commission may take. */
export interface CommissionFacts {
  readonly status: CommissionStatus
  readonly kind: CommissionKind
  readonly isHeld: boolean
  /** Pending until the client pays: each payment validates its part. */
  readonly awaitsClient: boolean
  /** Its lead's registration waits for an answer, which validating gives for whoever may. */
  readonly awaitsAnswer: boolean
  /** Whether its partner contests it and staff have not decided yet. */
  readonly isDisputed: boolean
  /** Part of a payout that is not cancelled: it is paid when that is. */
  readonly isInPayout: boolean
  /** Whether clawbacks have left anything of it. */
  readonly isLeft: boolean
}

interface CommissionRights extends CallerRights {
  /** Whether the caller may answer registrations. */
  readonly mayAnswer?: boolean
}

/**
 * Correcting and validating is for pending commissions (one that awaits its client is validated by payments), Mark as Paid for
 * validated ones that are neither held, contested nor in a payout, taking back for those that count; all for staff, and for
 * nobody on a commission of their own. A lead's commission goes when the lead leaves Signé; one that was added by hand is removed
 * by hand, while it is pending. Partners contest their own, one dispute at a time.
 */
export function commissionAbilities(facts: CommissionFacts, { isStaff, isOwn, lacksRight = false, mayAnswer }: CommissionRights) {
  const { status, kind, isHeld, isDisputed, isInPayout, awaitsClient, awaitsAnswer, isLeft } = facts
  const acts = isStaff && !isOwn && !lacksRight
  const isClawback = kind === 'clawback'
  const pending = acts && status === 'en_attente'
  return {
    correct: pending && kind !== 'fixed' && kind !== 'bonus',
    validate: pending && !awaitsClient && (!awaitsAnswer || mayAnswer === true),
    pay: acts && status === 'valide' && !isHeld && !isDisputed && !isInPayout,
    remove: pending && kind === 'manual' && !isDisputed,
    reverse: acts && status !== 'en_attente' && !isClawback && isLeft,
    hold: acts && status !== 'paye' && !isClawback && !isHeld && !isInPayout,
    release: acts && isHeld,
    contest: !isStaff && isOwn && !isDisputed,
  }
}

/**
 * Whom a commission waits for; each is in one of them at most. `due` are those of `payment` that a run of the day pays, `overdue`
 * those whose date has passed; what is in a payout is in none of them: it is paid with that. `registration`: its lead's
 * registration has to be answered first.
 */
export const commissionWaits = ['validation', 'registration', 'client', 'payment', 'due', 'overdue', 'held'] as const
export type CommissionWait = (typeof commissionWaits)[number]

export const commissionWaitLabels: Readonly<Record<CommissionWait, string>> = texts({
  validation: m.toValidate,
  registration: m.waitsForRegistration,
  client: m.waitsForClient,
  payment: m.toPay,
  due: m.dueToday,
  overdue: m.paymentOverdue,
  held: m.held,
})

/**
 * What a commission that is neither paid nor in a payout waits for: the decision of its dispute, the end of its hold, of a
 * clawback those of what it takes back from, its payment, its client's payment, or validation.
 */
export const unpaidStates = ['contested', 'held', 'original', 'payable', 'client', 'validation'] as const
export type UnpaidState = (typeof unpaidStates)[number]
