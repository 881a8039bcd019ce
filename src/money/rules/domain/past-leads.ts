import type { Cents } from '#platform/domain/money.ts'
import type { RuleBase } from './definition.ts'
import type { LeadFact } from './facts.ts'

/** A commission of a lead as it is recorded: of its signature, of a payment, or what takes a part of one back. */
export interface PastLine {
  readonly id: string
  readonly kind: 'deal' | 'payment' | 'fixed' | 'clawback'
  readonly revenueCents: Cents
  readonly amountCents: Cents
  readonly at: Date
  /** Null while it is pending. */
  readonly validatedAt: Date | null
  /** The client's payment that it is of, or the refund that it follows. */
  readonly clientPaymentId: string | null
  readonly reversesId: string | null
}

/** A client's payment, or a refund of one. */
export interface PastPayment {
  readonly id: string
  readonly refundsId: string | null
  readonly netCents: Cents
  readonly day: string
  readonly at: Date
}

export interface PastLead {
  readonly leadId: string
  readonly partnerId: string
  readonly offer: string
  readonly signedAt: Date
  /** What it was signed for, where another rule than the specification’s made its commissions; null where these say it. */
  readonly signedCents: Cents | null
  /** The rate that it was signed at, and its tier; of a lead without a rate that of the partner’s tier now. */
  readonly ratePercent: number
  readonly tierName: string
  readonly lines: readonly PastLine[]
  readonly payments: readonly PastPayment[]
}

/** A fact, and when it was recorded. */
export interface DatedFact {
  readonly at: Date
  readonly fact: LeadFact
}

/** The calendar that facts are told in, and the moment until which. */
export interface TellingTime {
  readonly dayOf: (at: Date) => string
  readonly now: Date
}

const sum = (lines: readonly PastLine[]): Cents => lines.reduce((total, { revenueCents }) => total + revenueCents, 0)

/** The payment that stands for a signature which was validated as a whole, and for what is still expected. */
const wholePayment = 'whole'

/** Whether a fixed sum without revenue was taken back whole. */
function isWholeSum({ id, kind, revenueCents, amountCents }: PastLine, lines: readonly PastLine[]): boolean {
  const taken = lines.filter(({ reversesId }) => reversesId === id)
  return kind === 'fixed' && revenueCents === 0 && taken.reduce((left, line) => left + line.amountCents, amountCents) === 0
}

/** What staff took back by hand: a clawback that follows a refund is told by the refund. */
function takenByHand({ lines, leadId }: PastLead, { dayOf }: TellingTime, paymentOf: (line: PastLine) => string | null) {
  return lines.flatMap((line): DatedFact[] => {
    const original = lines.find(({ id }) => id === line.reversesId)
    if (!original || line.clientPaymentId !== null || (line.revenueCents === 0 && !isWholeSum(original, lines))) return []
    const revenueCents = -line.revenueCents
    const fact = { kind: 'taken_back', leadId, day: dayOf(line.at), paymentId: paymentOf(original), revenueCents } as const
    return [{ at: line.at, fact }]
  })
}

/** A lead whose rule pays with its signature: the amount that it has come to. */
function asSignature(lead: PastLead, time: TellingTime): DatedFact[] {
  const { leadId, lines, payments } = lead
  const validatedAt = lines.find(({ kind, validatedAt: at }) => kind !== 'clawback' && at !== null)?.validatedAt ?? null
  const validated = validatedAt && { at: validatedAt, fact: { kind: 'validated', leadId, day: time.dayOf(validatedAt) } as const }
  const isWhole = payments.length === 0
  return [
    toldSignature(lead, time, lead.signedCents ?? sum(isWhole ? lines.filter(({ kind }) => kind === 'deal') : lines)),
    ...(validated ? [validated] : []),
    ...(isWhole ? takenByHand(lead, time, () => null) : []),
  ]
}

/**
 * A lead whose rule pays with each payment. One that was validated as a whole was paid by then; what is still expected counts as
 * paid now.
 */
function asPayments(lead: PastLead, time: TellingTime): DatedFact[] {
  const { leadId, lines, payments, signedCents } = lead
  const deal = signedCents === null ? lines.find(({ kind }) => kind === 'deal') : undefined
  const paid = payments.map(({ id, refundsId, netCents: revenueCents, day, at }): DatedFact => {
    if (refundsId === null) return { at, fact: { kind: 'paid', leadId, day, paymentId: id, revenueCents } }
    return { at, fact: { kind: 'refunded', leadId, day, paymentId: refundsId, revenueCents } }
  })
  const wholeAt = deal?.validatedAt ?? time.now
  const { dayOf } = time
  const received = payments.reduce((total, { netCents, refundsId }) => total + (refundsId === null ? netCents : -netCents), 0)
  const restCents = signedCents === null ? (deal?.revenueCents ?? null) : signedCents - received
  const rest = { kind: 'paid', leadId, day: dayOf(wholeAt), paymentId: wholePayment } as const
  const isExpected = restCents !== null && (signedCents === null || restCents > 0)
  return [
    toldSignature(lead, time, signedCents ?? sum(lines.filter(({ kind }) => kind !== 'clawback'))),
    ...paid,
    ...(isExpected ? [{ at: wholeAt, fact: { ...rest, revenueCents: restCents } }] : []),
    ...takenByHand(lead, time, ({ clientPaymentId }) => clientPaymentId ?? wholePayment),
  ]
}

function toldSignature({ leadId, partnerId, offer, signedAt }: PastLead, { dayOf }: TellingTime, revenueCents: Cents): DatedFact {
  const shares = [{ partnerId, basisPoints: 10_000 }]
  return { at: signedAt, fact: { kind: 'signed', leadId, day: dayOf(signedAt), offer, shares, revenueCents } }
}

/** What happened to past leads as the engine is told it under rules with these bases, in the order in which it was recorded. */
export function pastFacts(
  leads: readonly PastLead[],
  baseOf: (lead: PastLead) => RuleBase,
  time: TellingTime,
): readonly DatedFact[] {
  const told = leads.flatMap((lead) => {
    const facts = baseOf(lead) === 'estimate' ? asSignature(lead, time) : asPayments(lead, time)
    return facts.map((dated) => ({ ...dated, at: dated.at < lead.signedAt ? lead.signedAt : dated.at }))
  })
  return told.sort((one, other) => one.at.getTime() - other.at.getTime())
}
