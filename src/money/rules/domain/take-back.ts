import { type Cents, commissionAmount } from '#platform/domain/money.ts'
import type { LeadSource, LeadTerms, SignedLead } from './book.ts'
import { wholeMonths } from './calendar.ts'
import type { LeadFact } from './facts.ts'
import type { Ledger } from './ledger.ts'
import type { LineRest, RuleLine } from './lines.ts'
import { proportion, splitCents } from './proportions.ts'

const sumOf = (cents: readonly Cents[]): Cents => cents.reduce((sum, each) => sum + each, 0)

/**
 * What a part of the revenue that is left of a line takes with it. What a cap had cut goes first: the amount falls to what is
 * left without caps. A fixed sum goes with the last of the revenue.
 */
function takenWith(left: LineRest, revenueCents: Cents, ratePercent: number | null, isRest: boolean): LineRest {
  const rated = ratePercent === null ? 0 : Math.min(commissionAmount(revenueCents, ratePercent), left.grossCents)
  const grossCents = isRest ? left.grossCents : rated
  const amountCents = left.amountCents - Math.min(left.amountCents, left.grossCents - grossCents)
  return { revenueCents, grossCents, amountCents }
}

/** Takes a partner's part of a source back. */
function takePart(
  ledger: Ledger,
  own: readonly RuleLine[],
  terms: LeadTerms,
  fact: LeadFact,
  part: Cents,
  isGone: boolean,
): void {
  const leftCents = ledger.sum(own).revenueCents
  const revenueCents = Math.min(part, leftCents)
  const isRest = isGone || (revenueCents > 0 && revenueCents === leftCents)
  for (const line of own) {
    const ratePercent = line.kind === 'fixed' ? null : terms.ratePercent
    const left = ledger.rest(line)
    // One line of a source holds its revenue; the fixed sum beside it has none.
    const taken = takenWith(left, isRest ? left.revenueCents : Math.min(revenueCents, left.revenueCents), ratePercent, isRest)
    ledger.takeBack(line, taken, { day: fact.day, reason: { why: 'taken_back', fact: fact.kind, ratePercent, isRest } })
  }
}

/**
 * Takes revenue of sources back, the newest first, as far as there is any. It is split like what is left, so that parts are never
 * larger than what they are taken from and go to the last cent. The sources afterwards.
 */
export function takeFromSources(
  ledger: Ledger,
  lead: SignedLead,
  fact: LeadFact,
  { revenueCents, isWanted }: { revenueCents: Cents; isWanted: (source: LeadSource) => boolean },
): readonly LeadSource[] {
  let open = revenueCents
  const after = new Map<string, LeadSource>()
  for (const source of lead.sources.filter(isWanted).toReversed()) {
    const taken = Math.min(open, sumOf(source.restCents))
    if (taken === 0) continue
    open -= taken
    const parts = splitCents(taken, source.restCents)
    const restCents = source.restCents.map((rest, index) => rest - (parts[index] ?? 0))
    const isGone = sumOf(restCents) === 0
    for (const [index, terms] of lead.terms.entries()) {
      const own = ledger.ofLead(lead, (line) => line.source === source.key && line.partnerId === terms.partnerId)
      takePart(ledger, own, terms, fact, parts[index] ?? 0, isGone)
    }
    after.set(source.key, { ...source, restCents })
  }
  return lead.sources.map((source) => after.get(source.key) ?? source)
}

/** Takes the months back that a client who leaves has not stayed, of each line of the lead whose rule reduces. */
export function reduceForLeaving(ledger: Ledger, lead: SignedLead, { day }: LeadFact): void {
  for (const { partnerId, definition } of lead.terms) {
    if (definition.reduction === null) continue
    const { months } = definition.reduction
    const stayed = wholeMonths(lead.signedOn, day, months)
    const of = (cents: Cents) => proportion(cents, months - stayed, months)
    for (const line of ledger.ofLead(lead, (each) => each.partnerId === partnerId)) {
      const left = ledger.rest(line)
      const taken = {
        revenueCents: of(left.revenueCents),
        grossCents: of(left.grossCents),
        amountCents: of(left.amountCents),
      }
      ledger.takeBack(line, taken, { day, reason: { why: 'left', months, stayed } })
    }
  }
}

/** Takes all of a lead back. */
export function takeAll(ledger: Ledger, lead: SignedLead, fact: LeadFact): void {
  for (const line of ledger.ofLead(lead)) {
    const ratePercent = line.kind === 'fixed' ? null : (ratesOf(lead).get(line.partnerId) ?? null)
    const reason = { why: 'taken_back', fact: fact.kind, ratePercent, isRest: true } as const
    ledger.takeBack(line, ledger.rest(line), { day: fact.day, reason })
  }
}

const ratesOf = ({ terms }: SignedLead) => new Map(terms.map(({ partnerId, ratePercent }) => [partnerId, ratePercent]))
