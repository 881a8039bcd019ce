import type { Cents } from '#platform/domain/money.ts'
import { settleBonuses } from './bonuses.ts'
import type { LeadSource, Programme, RuleBook, SignedLead } from './book.ts'
import { addMonths, yearOf } from './calendar.ts'
import type { CountedPayments } from './definition.ts'
import { earn } from './earn.ts'
import { type FactOf, keptElsewhere, type LeadFact } from './facts.ts'
import { Ledger } from './ledger.ts'
import type { RuleLine } from './lines.ts'
import { splitCents } from './proportions.ts'
import { signLead } from './sign.ts'
import { reduceForLeaving, takeAll, takeFromSources } from './take-back.ts'

/** Whether a rule counts a client's payment: the how many-th it is, and whether its day is within the months. */
function countsPayment(when: CountedPayments, lead: SignedLead, day: string): boolean {
  if ('first' in when) return lead.sources.every(({ ofSignature }) => ofSignature)
  return 'always' in when || day < addMonths(lead.signedOn, when.months)
}

/** Adds money of a lead, and what it brings each of the lead's partners. */
function addSource(
  ledger: Ledger,
  lead: SignedLead,
  { key, ofSignature, revenueCents, day }: Omit<LeadSource, 'restCents'> & { readonly day: string },
): SignedLead {
  const parts = splitCents(
    revenueCents,
    lead.terms.map(({ shareBasisPoints }) => shareBasisPoints),
  )
  const source = { key, ofSignature, revenueCents, restCents: parts }
  const withFixed = !ofSignature || lead.sources.length === 0
  for (const [index, terms] of lead.terms.entries()) {
    const { base, when } = terms.definition
    const counts = ofSignature ? base === 'estimate' : base === 'client_payment' && countsPayment(when, lead, day)
    if (counts) earn(ledger, { lead, terms, source, revenueCents: parts[index] ?? 0, day, withFixed })
  }
  return { ...lead, sources: [...lead.sources, source] }
}

const restOf = (sources: readonly LeadSource[]): Cents =>
  sources.reduce((sum, { restCents }) => restCents.reduce((total, cents) => total + cents, sum), 0)

/** Makes the amount that a lead was signed at another one, by a further line or by taking the difference back. */
function correct(ledger: Ledger, lead: SignedLead, fact: FactOf<'corrected'>): SignedLead {
  const ofSignature = lead.sources.filter((source) => source.ofSignature)
  const difference = fact.revenueCents - restOf(ofSignature)
  if (difference > 0) {
    const key = `correction ${ofSignature.length}`
    return addSource(ledger, lead, { key, ofSignature: true, revenueCents: difference, day: fact.day })
  }
  const isWanted = (source: LeadSource) => source.ofSignature
  return { ...lead, sources: takeFromSources(ledger, lead, fact, { revenueCents: -difference, isWanted }) }
}

/** The lead after a fact about it; its lines are added. */
function follow(ledger: Ledger, programme: Programme, fact: LeadFact): SignedLead {
  if (fact.kind === 'signed') {
    const { revenueCents, day } = fact
    const signed = signLead(ledger, programme, fact)
    // Lines are of the signature that is put in: a lead may have been signed before.
    ledger.putLead(signed)
    return addSource(ledger, signed, { key: 'signature', ofSignature: true, revenueCents, day })
  }
  const lead = ledger.leads.get(fact.leadId)
  if (!lead || lead.isWithdrawn) throw new RangeError(`the lead ${fact.leadId} is not signed`)
  switch (fact.kind) {
    case 'validated':
      return { ...lead, isValidated: true }
    case 'corrected':
      return correct(ledger, lead, fact)
    case 'paid': {
      const { paymentId: key, revenueCents, day } = fact
      return addSource(ledger, lead, { key, ofSignature: false, revenueCents, day })
    }
    case 'refunded':
    case 'taken_back': {
      const { paymentId, revenueCents } = fact
      const isWanted = ({ key, ofSignature }: LeadSource) =>
        paymentId === null ? ofSignature : !ofSignature && key === paymentId
      return { ...lead, sources: takeFromSources(ledger, lead, fact, { revenueCents, isWanted }) }
    }
    case 'left':
      if (!lead.hasLeft) reduceForLeaving(ledger, lead, fact)
      return { ...lead, hasLeft: true }
    case 'withdrawn':
      takeAll(ledger, lead, fact)
      return { ...lead, isWithdrawn: true }
  }
}

function take(ledger: Ledger, programme: Programme, fact: LeadFact): void {
  const lead = follow(ledger, programme, fact)
  ledger.putLead(lead)
  for (const { partnerId, ruleId } of lead.terms) {
    if (ruleId === keptElsewhere) continue
    const own = ledger.ofLead(lead, (line) => line.partnerId === partnerId)
    const years = new Set([lead.signedOn, ...own.map(({ day }) => day)].map(yearOf))
    for (const year of [...years].sort()) settleBonuses({ ledger, programme, day: fact.day }, { partnerId, ruleId }, year)
  }
}

/** A fact, and the rules and tiers of its moment. */
export interface FactUnder {
  readonly fact: LeadFact
  readonly programme: Programme
}

/** Takes facts into the book one after the other: the lines of each. */
export function takeOneByOne(
  book: RuleBook,
  facts: Iterable<FactUnder>,
): { book: RuleBook; lines: readonly (readonly RuleLine[])[] } {
  const ledger = new Ledger(book)
  const lines: (readonly RuleLine[])[] = []
  for (const { fact, programme } of facts) {
    const before = ledger.lines.length
    take(ledger, programme, fact)
    lines.push(ledger.lines.slice(before))
  }
  return { book: { ...book, leads: ledger.leads, lines: ledger.lines }, lines }
}

/**
 * Takes facts into the book: the lines that they bring, with their reasons. Lines that are there never change. Facts of leads
 * that share a partner are taken in the order in which they are recorded. Throws a RangeError for a fact about a lead that is not
 * signed.
 */
export function takeFacts(book: RuleBook, facts: Iterable<FactUnder>): { book: RuleBook; lines: readonly RuleLine[] } {
  const taken = takeOneByOne(book, facts)
  return { book: taken.book, lines: taken.lines.flat() }
}

/** Takes one more fact. */
export const takeFact = (book: RuleBook, programme: Programme, fact: LeadFact) => takeFacts(book, [{ fact, programme }])
