import { type Cents, percentOf } from '#platform/domain/money.ts'
import type { LeadSource, LeadTerms, SignedLead, TakenParts } from './book.ts'
import { wholeMonths } from './calendar.ts'
import type { LeadFact, TakenBonus } from './facts.ts'
import type { Ledger } from './ledger.ts'
import { type LineRest, minus, nothing, type RuleLine } from './lines.ts'
import { proportion, ratedApart, splitCents, takeRatedParts } from './proportions.ts'

/** The refund that a clawback follows, and the client's invoice that was refunded, by their references. */
export interface FollowedRefund {
  readonly refund: string
  readonly invoice: string
}

interface FactOfBonus {
  readonly day: string
  readonly bonus: TakenBonus
}

const sumOf = (cents: readonly Cents[]): Cents => cents.reduce((sum, each) => sum + each, 0)

/**
 * What a part of the revenue that is left of a line takes with it. What a cap had cut goes first: the amount falls to what is
 * left without caps. A fixed sum goes with the last of the revenue.
 */
function takenWith(left: LineRest, revenueCents: Cents, ratedCents: Cents, isRest: boolean): LineRest {
  const grossCents = isRest ? left.grossCents : Math.min(ratedCents, left.grossCents)
  const amountCents = left.amountCents - Math.min(left.amountCents, left.grossCents - grossCents)
  return { revenueCents, grossCents, amountCents }
}

/** What is taken of a partner's part of a source. */
interface TakenPart {
  readonly revenueCents: Cents
  /** What the rate makes of it. */
  readonly ratedCents: Cents
  /** Nothing of the source is left. */
  readonly isGone: boolean
}

export const partOf = ({ revenueCents, ratedCents }: TakenParts, place: number): Omit<TakenPart, 'isGone'> => ({
  revenueCents: revenueCents[place] ?? 0,
  ratedCents: ratedCents[place]?.[place] ?? 0,
})

/** Takes a partner's part of a source back. */
export function takePart(ledger: Ledger, taking: Taking, own: readonly RuleLine[], part: TakenPart): void {
  const { terms, fact, lead } = taking
  const leftCents = sumOf(own.map((line) => wholeOf(ledger, taking, line).revenueCents))
  const revenueCents = Math.min(part.revenueCents, leftCents)
  // What a part without revenue is still owed goes with the last of the whole.
  const isRest = part.isGone || (lead.roundsApart && revenueCents > 0 && revenueCents === leftCents)
  for (const line of own) {
    const ratePercent = line.kind === 'fixed' ? null : terms.ratePercent
    const left = wholeOf(ledger, taking, line)
    // One line of a source holds its revenue; the fixed sum beside it has none.
    const takenCents = isRest ? left.revenueCents : Math.min(revenueCents, left.revenueCents)
    const ratedCents = takenCents === part.revenueCents ? part.ratedCents : percentOf(takenCents, ratePercent ?? 0)
    const taken = takenWith(left, takenCents, ratePercent === null ? 0 : ratedCents, isRest)
    takeWhole(ledger, taking, line, taken, { why: 'taken_back', fact: fact.kind, ratePercent, isRest })
  }
}

/** What a fact takes from a partner's lines of a lead. */
interface Taking {
  readonly terms: LeadTerms
  readonly fact: LeadFact
  readonly lead: SignedLead
  /** What would be left of lines if a client who has left had stayed, which is kept up to date. */
  readonly wholes: Map<number, LineRest>
}

/** What a fact takes from: what is left of a line, or would be if its client had stayed. */
const wholeOf = (ledger: Ledger, { fact, wholes }: Taking, line: RuleLine): LineRest =>
  (fact.isFormer ? undefined : wholes.get(line.id)) ?? ledger.rest(line)

/**
 * Takes a part of a line back. After the client's departure it is a part of what would be left if they had stayed, and the months
 * that they stayed are kept of the rest: facts about a lead come to the same before and after it.
 */
function takeWhole(
  ledger: Ledger,
  taking: Taking,
  line: RuleLine,
  taken: LineRest,
  reason: Extract<RuleLine['reason'], { why: 'taken_back' }>,
): void {
  const { fact, lead, terms, wholes } = taking
  const before = wholes.get(line.id)
  if (!before) {
    ledger.takeBack(line, taken, { day: fact.day, reason })
    return
  }
  const whole = map(minus(before, taken), (cents) => Math.max(0, cents))
  wholes.set(line.id, whole)
  const stay = stayOf(lead, terms)
  if (fact.isFormer || !stay) {
    ledger.takeBack(line, taken, { day: fact.day, reason })
    return
  }
  const rest = ledger.rest(line)
  const kept = minus(whole, openOf(whole, stay))
  const after = {
    revenueCents: Math.min(rest.revenueCents, kept.revenueCents),
    grossCents: Math.min(rest.grossCents, kept.grossCents),
    amountCents: Math.min(rest.amountCents, kept.amountCents),
  }
  ledger.takeBack(line, minus(rest, after), {
    day: fact.day,
    reason: reason.isRest ? reason : { ...reason, left: { ...stay, whole } },
  })
}

const map = ({ revenueCents, grossCents, amountCents }: LineRest, of: (cents: Cents) => Cents): LineRest => ({
  revenueCents: of(revenueCents),
  grossCents: of(grossCents),
  amountCents: of(amountCents),
})

export interface Stay {
  readonly months: number
  readonly stayed: number
}

/** How many of the months that count a client who has left has stayed; null where it is all of them. */
export function stayOf({ left, signedOn }: SignedLead, { definition }: LeadTerms): Stay | null {
  if (!left || !definition.reduction) return null
  const { months } = definition.reduction
  const stayed = wholeMonths(signedOn, left.day, months)
  return stayed < months ? { months, stayed } : null
}

/** The part of the months that are not over. */
const openOf = (rest: LineRest, { months, stayed }: Stay): LineRest =>
  map(rest, (cents) => proportion(cents, months - stayed, months))

/** What each rate makes of parts that are taken from a source. */
function ratedTaken({ roundsApart, terms }: SignedLead, { ratedCents }: LeadSource, parts: readonly Cents[]): Cents[][] {
  return terms.map(({ ratePercent }, index) => {
    if (ratePercent === null) return []
    return roundsApart ? ratedApart(parts, ratePercent) : takeRatedParts(ratedCents[index] ?? [], parts, ratePercent)
  })
}

/** A source after parts of it were taken. */
function lessOf(source: LeadSource, parts: TakenParts): LeadSource {
  const { taken, restCents, ratedCents } = source
  const less = (left: readonly Cents[], gone: readonly Cents[] = []) => left.map((cents, index) => cents - (gone[index] ?? 0))
  return {
    ...source,
    taken: [...taken, parts],
    restCents: less(restCents, parts.revenueCents),
    ratedCents: ratedCents.map((left, index) => left && less(left, parts.ratedCents[index])),
  }
}

/**
 * Takes revenue of sources back, the newest first, as far as there is any. It is split like what is left, so that parts are never
 * larger than what they are taken from and go to the last cent. The lead afterwards.
 */
export function takeFromSources(
  ledger: Ledger,
  lead: SignedLead,
  fact: LeadFact,
  { revenueCents, isWanted }: { revenueCents: Cents; isWanted: (source: LeadSource) => boolean },
): SignedLead {
  let open = revenueCents
  const wholes = new Map(lead.left?.wholes)
  const after = new Map<string, LeadSource>()
  for (const source of lead.sources.filter(isWanted).toReversed()) {
    const taken = Math.min(open, sumOf(source.restCents))
    if (taken === 0) continue
    open -= taken
    const split = splitCents(taken, source.restCents)
    const parts = { revenueCents: split, ratedCents: ratedTaken(lead, source, split) }
    const left = lessOf(source, parts)
    const isGone = sumOf(left.restCents) === 0
    for (const [index, terms] of lead.terms.entries()) {
      const own = ledger.ofLead(lead, (line) => line.source === source.key && line.partnerId === terms.partnerId)
      takePart(ledger, { terms, fact, lead, wholes }, own, { ...partOf(parts, index), isGone })
    }
    after.set(source.key, left)
  }
  const sources = lead.sources.map((source) => after.get(source.key) ?? source)
  return { ...lead, sources, left: lead.left && { ...lead.left, wholes } }
}

/** Takes the months back that a client who left has not stayed, of lines of the lead whose rule reduces. The lead afterwards. */
export function reduceForLeaving(
  ledger: Ledger,
  lead: SignedLead,
  { day }: Pick<LeadFact, 'day'>,
  isWanted: (line: RuleLine) => boolean = () => true,
): SignedLead {
  const wholes = new Map(lead.left?.wholes)
  for (const terms of lead.terms) {
    const stay = stayOf(lead, terms)
    if (!stay) continue
    for (const line of ledger.ofLead(lead, (each) => each.partnerId === terms.partnerId && isWanted(each))) {
      const rest = ledger.rest(line)
      wholes.set(line.id, rest)
      ledger.takeBack(line, openOf(rest, stay), { day, reason: { why: 'left', ...stay } })
    }
  }
  return { ...lead, left: lead.left && { ...lead.left, wholes } }
}

/** Takes all that is left of lines of a lead back, of every one unless said otherwise. The lead afterwards. */
export function takeAll(ledger: Ledger, lead: SignedLead, fact: LeadFact, isWanted?: (line: RuleLine) => boolean): SignedLead {
  const wholes = new Map(lead.left?.wholes)
  for (const line of ledger.ofLead(lead, isWanted)) {
    const ratePercent = line.kind === 'fixed' ? null : (ratesOf(lead).get(line.partnerId) ?? null)
    const reason = { why: 'taken_back', fact: fact.kind, ratePercent, isRest: true } as const
    ledger.takeBack(line, ledger.rest(line), { day: fact.day, reason })
    if (wholes.has(line.id)) wholes.set(line.id, nothing)
  }
  return { ...lead, left: lead.left && { ...lead.left, wholes } }
}

/** Takes a bonus back, which is not paid again in its period. */
export function takeBonus(ledger: Ledger, { day, bonus }: FactOfBonus): void {
  const line = ledger.ofBonus(bonus)[bonus.place]
  if (!line) throw new RangeError(`there is no bonus ${bonus.place} of the rule ${bonus.ruleId} from ${bonus.from}`)
  const reason = { why: 'taken_back', fact: 'taken_back', ratePercent: null, isRest: true } as const
  ledger.takeBack(line, ledger.rest(line), { day, reason })
}

const ratesOf = ({ terms }: SignedLead) => new Map(terms.map(({ partnerId, ratePercent }) => [partnerId, ratePercent]))
