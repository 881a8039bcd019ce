import type { Cents } from '#platform/domain/money.ts'
import { settleBonuses } from './bonuses.ts'
import type { LeadSource, LeadTerms, Programme, RuleBook, SignedLead } from './book.ts'
import { addMonths, yearOf } from './calendar.ts'
import type { CountedPayments } from './definition.ts'
import { earn } from './earn.ts'
import { type CarriedLine, type FactOf, keptElsewhere, type LeadFact } from './facts.ts'
import { Ledger } from './ledger.ts'
import type { RuleLine } from './lines.ts'
import { ratedApart, ratedParts, splitCents } from './proportions.ts'
import { signLead } from './sign.ts'
import { partOf, reduceForLeaving, takeAll, takeBonus, takeFromSources, takePart } from './take-back.ts'

/** Whether a rule counts a client's payment by its day. The first one alone is another question. */
function countsDay(when: CountedPayments, { signedOn }: SignedLead, day: string): boolean {
  return 'always' in when || ('months' in when && day < addMonths(signedOn, when.months))
}

const countsFirst = ({ definition: { base, when } }: LeadTerms): boolean => base === 'client_payment' && 'first' in when

/** What each of a lead's terms has of a revenue. */
const partsOf = ({ terms }: SignedLead, revenueCents: Cents): Cents[] =>
  splitCents(
    revenueCents,
    terms.map(({ shareBasisPoints }) => shareBasisPoints),
  )

/** A source as it comes in. */
function wholeSource(lead: SignedLead, source: Pick<LeadSource, 'key' | 'ofSignature' | 'day' | 'revenueCents'>): LeadSource {
  const parts = partsOf(lead, source.revenueCents)
  const rated = lead.roundsApart ? ratedApart : ratedParts
  const ratedCents = lead.terms.map(({ ratePercent }) => (ratePercent === null ? null : rated(parts, ratePercent)))
  return { ...source, taken: [], restCents: parts, ratedCents }
}

/** The cap for a lead leaves as much room after a client's departure as before it. */
const asCapped = (lead: SignedLead, { isFormer }: LeadFact): SignedLead => (isFormer ? { ...lead, left: null } : lead)

/** Adds money of a lead, and what it brings each of the lead's partners. */
function addSource(ledger: Ledger, lead: SignedLead, money: Parameters<typeof wholeSource>[1], fact: LeadFact): SignedLead {
  const source = wholeSource(lead, money)
  const { ofSignature, day } = source
  const withFixed = !ofSignature || lead.sources.length === 0
  const firstNew = ledger.nextId
  for (const [index, terms] of lead.terms.entries()) {
    const { base, when } = terms.definition
    const countsPayment = lead.inOneLine || (base === 'client_payment' && countsDay(when, lead, day))
    const counts = ofSignature ? base === 'estimate' : countsPayment
    if (counts) earn(ledger, { lead: asCapped(lead, fact), terms, source, place: index, withFixed })
  }
  const added = reduceNew(ledger, { ...lead, sources: [...lead.sources, source] }, fact, firstNew)
  return ofSignature ? added : settleFirst(ledger, added, fact)
}

/** What comes in after a client's departure is worth the months that they stayed, as what came before. */
const reduceNew = (ledger: Ledger, lead: SignedLead, fact: LeadFact, firstNew: number): SignedLead =>
  lead.left && !fact.isFormer ? reduceForLeaving(ledger, lead, fact, ({ id }) => id >= firstNew) : lead

/**
 * The payment that counts as the first one: of those that were not taken back whole the one with the earliest day, of one day
 * the one recorded first. Where that is another one than before, what the former one brought goes, and this one brings it. What
 * became the first one by a former fact stays it, unless one of an earlier day is recorded.
 */
function settleFirst(ledger: Ledger, lead: SignedLead, fact: LeadFact): SignedLead {
  const paid = lead.sources.filter(({ ofSignature }) => !ofSignature)
  if (fact.isFormer) return paid.length === 1 && lead.firstKey === null ? earnFirst(ledger, lead, fact, paid[0]) : lead
  const first = paid
    .filter((source) => restOf([source]) > 0)
    .reduce<LeadSource | undefined>((best, each) => (!best || each.day < best.day ? each : best), undefined)
  const standing = paid.find(({ key }) => key === lead.firstKey)
  const isNews = fact.kind === 'paid' && fact.paymentId === first?.key
  const isAnother = !standing || restOf([standing]) === 0 || isNews
  if (!isAnother || first?.key === lead.firstKey) return lead
  const isOfFirst = ({ source, partnerId }: RuleLine) =>
    source === lead.firstKey && lead.terms.some((terms) => terms.partnerId === partnerId && countsFirst(terms))
  return earnFirst(ledger, standing ? takeAll(ledger, lead, fact, isOfFirst) : lead, fact, first)
}

/** What the first payment brings: what it was, less what was taken back of it before it was the first one. */
function earnFirst(ledger: Ledger, lead: SignedLead, fact: LeadFact, first: LeadSource | undefined): SignedLead {
  const firstNew = ledger.nextId
  for (const [index, terms] of lead.terms.entries()) {
    if (!first || !countsFirst(terms)) continue
    earn(ledger, { lead: asCapped(lead, fact), terms, source: wholeSource(lead, first), place: index, withFixed: true })
    const own = ledger.ofLead(lead, ({ id, partnerId }) => id >= firstNew && partnerId === terms.partnerId)
    for (const taken of first.taken) {
      takePart(ledger, { terms, fact, lead, wholes: new Map() }, own, { ...partOf(taken, index), isGone: false })
    }
  }
  return reduceNew(ledger, { ...lead, firstKey: first?.key ?? null }, fact, firstNew)
}

/** What is left of the revenue of sources. */
export const restOf = (sources: readonly LeadSource[]): Cents =>
  sources.reduce((sum, { restCents }) => restCents.reduce((total, cents) => total + cents, sum), 0)

/** What a lead has brought so far, as it is. */
function carry(ledger: Ledger, lead: SignedLead, carried: readonly CarriedLine[]): SignedLead {
  const [terms] = lead.terms
  if (!terms) throw new RangeError(`the lead ${lead.leadId} has no terms`)
  const { partnerId, ruleId, version, ratePercent, tierName } = terms
  const rated = { why: 'rate', shareBasisPoints: 10_000, ratePercent: ratePercent ?? 0, tierName, cut: null } as const
  const holder = { partnerId, leadId: lead.leadId, ruleId, version, reverses: null }
  const sources = carried.map(({ kind, paymentId, day, revenueCents, amountCents }): LeadSource => {
    const [key, ofSignature] = [paymentId ?? 'signature', paymentId === null]
    const sums = { revenueCents, grossCents: amountCents, amountCents, reason: { ...rated, leadRevenueCents: revenueCents } }
    ledger.add({ ...holder, kind, source: key, ofSignature, day, ...sums })
    return { key, ofSignature, day, revenueCents, taken: [], restCents: [revenueCents], ratedCents: [[amountCents]] }
  })
  return { ...lead, sources, isValidated: carried.some(({ paymentId, isPending }) => paymentId === null && !isPending) }
}

/** Puts what is expected now in the place of the pending line of a lead in one line; nothing where nothing is. */
function expect(
  ledger: Ledger,
  lead: SignedLead,
  fact: LeadFact,
  { revenueCents, ratePercent }: { readonly revenueCents: Cents | null; readonly ratePercent?: number | undefined },
): SignedLead {
  const [pending] = lead.sources.filter(({ ofSignature }) => ofSignature)
  const [terms] = lead.terms
  const isSameRate = ratePercent === undefined || ratePercent === terms?.ratePercent
  if (isSameRate && revenueCents === (pending ? restOf([pending]) : null)) return lead
  takeAll(ledger, lead, fact, ({ ofSignature }) => ofSignature)
  const others = {
    ...lead,
    sources: lead.sources.filter(({ ofSignature }) => !ofSignature),
    terms: isSameRate ? lead.terms : lead.terms.map((each) => ({ ...each, ratePercent })),
  }
  if (revenueCents === null) return others
  const day = pending?.day ?? fact.day
  return addSource(ledger, others, { key: 'signature', ofSignature: true, revenueCents, day }, fact)
}

/** Nothing is expected of a client who has paid all. */
const expected = (remainderCents: Cents | undefined) => ({ revenueCents: remainderCents || null })

/** Makes the amount that a lead was signed at another one, by a further line or by taking the difference back. */
function correct(ledger: Ledger, lead: SignedLead, fact: FactOf<'corrected'>): SignedLead {
  const ofSignature = lead.sources.filter((source) => source.ofSignature)
  const difference = fact.revenueCents - restOf(ofSignature)
  if (difference > 0) {
    const key = `correction ${ofSignature.length}`
    return addSource(ledger, lead, { key, ofSignature: true, revenueCents: difference, day: fact.day }, fact)
  }
  const isWanted = (source: LeadSource) => source.ofSignature
  return takeFromSources(ledger, lead, fact, { revenueCents: -difference, isWanted })
}

/** Takes back what sources have brought without revenue, or have left after all of it: it goes with none. */
function takeSums(
  ledger: Ledger,
  lead: SignedLead,
  fact: LeadFact,
  isWanted: (source: Pick<LeadSource, 'key' | 'ofSignature'>) => boolean,
): SignedLead {
  const isOf = ({ source, ofSignature }: RuleLine) => source !== null && isWanted({ key: source, ofSignature })
  return takeAll(ledger, lead, fact, (line) => isOf(line) && ledger.rest(line).revenueCents === 0)
}

/** The lead after a fact about it; its lines are added. */
function follow(ledger: Ledger, programme: Programme, fact: LeadFact): SignedLead {
  if (fact.kind === 'signed') {
    const { revenueCents, day } = fact
    const signed = signLead(ledger, programme, fact)
    // Lines are of the signature that is put in: a lead may have been signed before.
    ledger.putLead(signed)
    if (fact.carried) return carry(ledger, signed, fact.carried)
    return addSource(ledger, signed, { key: 'signature', ofSignature: true, revenueCents, day }, fact)
  }
  const lead = ledger.leads.get(fact.leadId)
  if (!lead || lead.isWithdrawn) throw new RangeError(`the lead ${fact.leadId} is not signed`)
  switch (fact.kind) {
    case 'validated':
      return { ...lead, isValidated: true }
    case 'corrected':
      return lead.inOneLine ? expect(ledger, lead, fact, fact) : correct(ledger, lead, fact)
    case 'closed':
      return expect(ledger, lead, fact, { revenueCents: null })
    case 'paid': {
      const { paymentId: key, revenueCents, day } = fact
      const open = lead.inOneLine ? expect(ledger, lead, fact, expected(fact.remainderCents)) : lead
      return addSource(ledger, open, { key, ofSignature: false, revenueCents, day }, fact)
    }
    case 'refunded':
    case 'taken_back': {
      const { paymentId, revenueCents } = fact
      const isWanted = ({ key, ofSignature }: Pick<LeadSource, 'key' | 'ofSignature'>) =>
        paymentId === null ? ofSignature : !ofSignature && key === paymentId
      if (revenueCents === 0) return takeSums(ledger, lead, fact, isWanted)
      const open = lead.inOneLine && fact.kind === 'refunded' ? expect(ledger, lead, fact, expected(fact.remainderCents)) : lead
      const after = takeFromSources(ledger, open, fact, { revenueCents, isWanted })
      return fact.isFormer ? after : settleFirst(ledger, after, fact)
    }
    case 'left':
      return lead.left ? lead : reduceForLeaving(ledger, { ...lead, left: { day: fact.day, wholes: new Map() } }, fact)
    case 'ended': {
      const isOwn = ({ partnerId, endedOn }: LeadTerms) => partnerId === fact.partnerId && endedOn === null
      return { ...lead, terms: lead.terms.map((terms) => (isOwn(terms) ? { ...terms, endedOn: fact.day } : terms)) }
    }
    case 'withdrawn':
      return { ...takeAll(ledger, lead, fact), isWithdrawn: true }
  }
}

function take(ledger: Ledger, programme: Programme, fact: LeadFact): void {
  if (fact.kind === 'taken_back' && fact.bonus) {
    takeBonus(ledger, { ...fact, bonus: fact.bonus })
    return
  }
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
