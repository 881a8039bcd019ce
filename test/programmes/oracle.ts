// Counts again what a programme has to pay for a history, another way than the product: whoever earns something has a pot, a pot
// remembers what was done to it, and what it holds is worked out from the beginning, in fractions, each time it is asked for. An
// entry is the difference between what pots held before a fact and hold after it.
import type { BonusDefinition, RuleDefinition, RuleVersion } from '#money/rules/domain/definition.ts'
import type { LeadFact, TakenBonus } from '#money/rules/domain/facts.ts'
import type { TierRange } from '#money/tiers/domain/tiers.ts'
import { Fraction } from './fraction.ts'
import { bounds, isWithin, monthsBetween, partsOf, spans } from './oracle-days.ts'

export interface OracleEntry {
  readonly partnerId: string
  readonly day: string
  readonly kind: string
  readonly cents: number
}

type Deed = { readonly take: number; readonly worth: number } | { readonly takeRest: true } | { readonly keep: Fraction }

interface Contents {
  readonly revenue: number
  readonly uncut: number
  readonly money: number
}

/** What one partner earns by one rate or fixed sum on one receipt of a lead. */
interface Pot {
  readonly partnerId: string
  readonly lead: Lead
  readonly receipt: Receipt
  readonly kind: 'deal' | 'payment' | 'fixed'
  readonly ruleId: string
  readonly day: string
  readonly rate: Fraction | null
  readonly start: Contents
  readonly deeds: Deed[]
  /** Whether staff or a refund took back what was left of it. */
  isTaken: boolean
}

interface Claim {
  readonly partnerId: string
  readonly share: number
  readonly ruleId: string
  readonly rule: RuleDefinition
  rate: Fraction | null
  readonly fixed: number
  readonly cap: number | null
  /** After this day payments are not theirs. */
  endedOn: string | null
}

/** A claim's part of what is given back, and what goes of its worth. */
interface Given {
  readonly cents: number
  readonly worth: number
}

interface Receipt {
  readonly name: string
  readonly isEstimate: boolean
  readonly day: string
  readonly cents: number
  /** What was given back of it, one after the other. */
  readonly given: Map<Claim, Given>[]
  /** What is left for each claim. */
  left: number[]
  /** What is left for each claim at the rate of each. */
  readonly worth: Map<Claim, number[]>
}

interface Lead {
  readonly signedOn: string
  /** The day on which somebody took the lead over: what was paid by then is not theirs, nor is the signature. */
  readonly takenOn: string | null
  readonly claims: readonly Claim[]
  readonly receipts: Receipt[]
  readonly pots: Pot[]
  isValidated: boolean
  /** Whether one receipt stands for all that is expected, which corrections replace and payments split. */
  readonly isInOneLine: boolean
  isOver: boolean
  /** How many of its months a client has stayed: the day on which they left. */
  leftOn: string | null
  /** The payment that counts as the first. */
  first: Receipt | null
}

interface BonusPot {
  readonly key: string
  readonly partnerId: string
  readonly ruleId: string
  readonly year: number
  money: number
  /** What staff have taken back of it: it does not come again. */
  taken: number
}

/** A partner's span of a year. */
interface Span {
  readonly partnerId: string
  readonly year: number
  readonly span: number
}

interface Counted extends Span {
  readonly isCounted: (of: { readonly ruleId: string }) => boolean
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Hands out cent by cent what rounding down has left, each to whoever lacks most of their exact part. */
export function handOut(cents: number, weights: readonly number[]): number[] {
  const whole = total(weights)
  if (whole === 0) return weights.map(() => 0)
  return handOutExact(
    cents,
    weights.map((weight) => Fraction.of(cents).times(Fraction.of(weight, whole))),
  )
}

function handOutExact(cents: number, exact: readonly Fraction[]): number[] {
  const parts = exact.map((part) => part.floor())
  while (total(parts) < cents) {
    let neediest = 0
    const lacks = exact.map((part, index) => part.minus(Fraction.of(parts[index] ?? 0)))
    for (const [index, lack] of lacks.entries()) if (lack.isAbove(lacks[neediest] ?? lack)) neediest = index
    parts[neediest] = (parts[neediest] ?? 0) + 1
  }
  return parts
}

/** What a rate pays for parts of a sum: together what it pays for the sum. */
function ratedTogether(rate: Fraction | null, parts: readonly number[]): number[] {
  if (rate === null) return parts.map(() => 0)
  return handOutExact(
    Fraction.of(total(parts)).times(rate).nearest(),
    parts.map((part) => Fraction.of(part).times(rate)),
  )
}

const splitOf = ({ claims }: Lead, cents: number): number[] =>
  handOut(
    cents,
    claims.map(({ share }) => share),
  )

/** What it would hold if its client had stayed. */
function wholeOf({ start, deeds, rate }: Pot): Contents {
  let { revenue, uncut, money } = start
  for (const deed of deeds) {
    if ('keep' in deed) continue
    if ('takeRest' in deed) {
      revenue = 0
      uncut = 0
      money = 0
    } else {
      uncut -= rate === null ? 0 : Math.min(uncut, deed.worth)
      revenue -= deed.take
      money = Math.min(money, uncut)
    }
  }
  return { revenue, uncut, money }
}

/** Whenever a client leaves, what they stayed for is kept of all that there is in the end. */
function contentsOf(pot: Pot): Contents {
  let { revenue, uncut, money } = wholeOf(pot)
  const { deeds } = pot
  for (const deed of deeds) {
    if (!('keep' in deed)) continue
    const lost = (cents: number) => Fraction.of(cents).minus(Fraction.of(cents).times(deed.keep)).nearest()
    revenue -= lost(revenue)
    uncut -= lost(uncut)
    money -= lost(money)
  }
  return { revenue, uncut, money }
}

const heldBy = (pots: readonly Pot[]) => total(pots.map((pot) => contentsOf(pot).money))
const revenueOf = (pots: readonly Pot[]) => total(pots.map((pot) => contentsOf(pot).revenue))

interface OracleProgramme {
  readonly rules: readonly RuleVersion[]
  readonly tiers: readonly TierRange[]
}

export class Oracle {
  readonly entries: OracleEntry[] = []
  private readonly leads = new Map<string, Lead>()
  private readonly pots: Pot[] = []
  private readonly bonuses: BonusPot[] = []
  private readonly programme: OracleProgramme

  constructor(programme: OracleProgramme) {
    this.programme = programme
  }

  /** Everything that a history pays, from its first fact on. */
  static recount(programme: OracleProgramme, facts: readonly LeadFact[]): readonly OracleEntry[] {
    const oracle = new Oracle(programme)
    for (const fact of facts) oracle.take(fact)
    return oracle.entries
  }

  private take(fact: LeadFact): void {
    if (fact.kind === 'taken_back' && fact.bonus) {
      this.takeBonus(fact, fact.bonus)
      return
    }
    const known = this.pots.length
    const before = this.pots.map((pot) => contentsOf(pot).money)
    const lead = this.happen(fact)
    for (const [index, pot] of this.pots.entries()) {
      if (index >= known) continue
      const difference = contentsOf(pot).money - (before[index] ?? 0)
      if (difference !== 0) this.note(fact, pot.partnerId, 'clawback', difference)
    }
    for (const pot of this.pots.slice(known)) {
      this.note(fact, pot.partnerId, pot.kind, pot.start.money, pot.day)
      const lost = pot.start.money - contentsOf(pot).money
      if (lost !== 0) this.note(fact, pot.partnerId, 'clawback', -lost)
    }
    this.payBonuses(fact, lead)
  }

  private takeBonus(fact: LeadFact, { partnerId, ruleId, per, index, from, amountCents }: TakenBonus): void {
    const year = partsOf(from).year
    const span = spans[per].find((each) => bounds(year, each)[0] === from)
    const pot = this.bonuses.find(({ key }) => key === `${partnerId} ${ruleId} ${year} ${span} ${index}`)
    if (!pot) throw new Error(`no bonus from ${from}`)
    pot.taken += amountCents
    this.note(fact, partnerId, 'clawback', -amountCents)
  }

  private note(fact: LeadFact, partnerId: string, kind: string, cents: number, day = fact.day): void {
    this.entries.push({ partnerId, day, kind, cents })
  }

  /** The version of some that began last. */
  private latest(versions: readonly RuleVersion[], day: string): RuleVersion | undefined {
    let latest: RuleVersion | undefined
    for (const version of versions) {
      if (version.validFrom > day) continue
      if (!latest || version.validFrom > latest.validFrom) latest = version
      else if (version.validFrom === latest.validFrom && version.version > latest.version) latest = version
    }
    return latest
  }

  private ruleFor(partnerId: string, offer: string, day: string): RuleVersion & { definition: RuleDefinition } {
    const rank = (rule: RuleVersion) => (rule.partnerId ? 2 : 0) + (rule.offer ? 1 : 0)
    for (const wanted of [3, 2, 1, 0]) {
      const versions = this.programme.rules.filter(
        (rule) => rank(rule) === wanted && (rule.partnerId ?? partnerId) === partnerId && (rule.offer ?? offer) === offer,
      )
      const latest = this.latest(versions, day)
      if (latest?.definition) return { ...latest, definition: latest.definition }
    }
    throw new Error('no rule')
  }

  private happen(fact: LeadFact): Lead {
    if (fact.kind === 'signed') return this.sign(fact)
    const lead = this.leads.get(fact.leadId)
    if (!lead) throw new Error(`no lead ${fact.leadId}`)
    const estimates = lead.receipts.filter(({ isEstimate }) => isEstimate)
    switch (fact.kind) {
      case 'validated':
        lead.isValidated = true
        break
      case 'corrected': {
        if (lead.isInOneLine) {
          this.expectAnew(lead, fact.day, fact.revenueCents, fact.ratePercent)
          break
        }
        const now = total(estimates.flatMap(({ left }) => left))
        if (fact.revenueCents > now)
          this.receive(lead, { isEstimate: true, name: '', cents: fact.revenueCents - now, day: fact.day })
        else this.giveBack(lead, estimates, now - fact.revenueCents)
        break
      }
      case 'closed':
        this.expectAnew(lead, fact.day, null)
        break
      case 'paid':
        if (lead.isInOneLine) this.expectAnew(lead, fact.day, fact.remainderCents || null)
        this.receive(lead, { isEstimate: false, name: fact.paymentId, cents: fact.revenueCents, day: fact.day })
        break
      case 'refunded':
      case 'taken_back': {
        const { paymentId } = fact
        if (lead.isInOneLine && fact.kind === 'refunded') this.expectAnew(lead, fact.day, fact.remainderCents || null)
        const receipts = paymentId === null ? estimates : lead.receipts.filter(({ name }) => name === paymentId)
        if (fact.revenueCents > 0) this.giveBack(lead, receipts, fact.revenueCents)
        else {
          const pots = lead.pots.filter((pot) => receipts.includes(pot.receipt) && contentsOf(pot).revenue === 0)
          for (const pot of pots) this.takeRest(pot)
        }
        break
      }
      case 'left':
        if (lead.leftOn === null) {
          lead.leftOn = fact.day
          for (const pot of lead.pots) this.shorten(pot)
        }
        break
      case 'ended':
        for (const claim of lead.claims) if (claim.partnerId === fact.partnerId) claim.endedOn ??= fact.day
        break
      case 'withdrawn':
        lead.isOver = true
        for (const pot of lead.pots) pot.deeds.push({ takeRest: true })
        return lead
    }
    this.chooseFirst(lead)
    return lead
  }

  private sign({
    leadId,
    day,
    offer,
    shares,
    revenueCents,
    clientSince,
    inOneLine = false,
  }: Extract<LeadFact, { kind: 'signed' }>): Lead {
    const weights = shares.map(({ basisPoints }) => basisPoints)
    const claims = shares.map(({ partnerId, basisPoints }, index): Claim => {
      const { ruleId, definition: rule } = this.ruleFor(partnerId, offer, day)
      const part = (cents: number | null) => (cents === null ? null : (handOut(cents, weights)[index] ?? 0))
      const own = rule.rate && 'percent' in rule.rate ? Fraction.ofPercent(rule.rate.percent) : null
      const rate = rule.rate && 'tiers' in rule.rate ? this.tierRate(partnerId) : own
      return {
        partnerId,
        share: basisPoints,
        ruleId,
        rule,
        rate,
        fixed: part(rule.fixedCents) ?? 0,
        cap: part(rule.cap.leadCents),
        endedOn: null,
      }
    })
    const state = { isValidated: false, isInOneLine: inOneLine, isOver: false, leftOn: null, first: null }
    const since = clientSince === undefined ? { signedOn: day, takenOn: null } : { signedOn: clientSince, takenOn: day }
    const lead: Lead = { ...since, claims, receipts: [], pots: [], ...state }
    this.leads.set(leadId, lead)
    this.receive(lead, { isEstimate: true, name: '', cents: revenueCents, day })
    return lead
  }

  private tierRate(partnerId: string): Fraction {
    const revenue = revenueOf(this.pots.filter((pot) => pot.partnerId === partnerId && this.isCounted(pot)))
    const reached = this.programme.tiers.filter(({ minRevenueCents }) => minRevenueCents <= revenue)
    return Fraction.ofPercent(reached.at(-1)?.commissionRate ?? 0)
  }

  private isCounted({ lead, receipt }: Pot): boolean {
    return lead.isValidated || !receipt.isEstimate
  }

  private receive(
    lead: Lead,
    { isEstimate, name, cents, day }: Pick<Receipt, 'isEstimate' | 'name'> & { readonly cents: number; readonly day: string },
  ): void {
    const isFirst = !lead.receipts.some((receipt) => receipt.isEstimate === isEstimate)
    const left = splitOf(lead, cents)
    const worth = new Map(lead.claims.map((claim) => [claim, ratedTogether(claim.rate, left)]))
    const receipt: Receipt = { isEstimate, name, day, cents, given: [], left, worth }
    lead.receipts.push(receipt)
    for (const claim of lead.claims) {
      const { base, when } = claim.rule
      const isOfBase = (base === 'estimate') === isEstimate || lead.isInOneLine
      if (!isOfBase || (!isEstimate && 'first' in when)) continue
      if (!isEstimate && 'months' in when && monthsBetween(lead.signedOn, day) >= when.months) continue
      this.fill(lead, claim, receipt, !isEstimate || isFirst)
    }
  }

  /** Opens a claim's pots for a receipt. */
  private fill(lead: Lead, claim: Claim, receipt: Receipt, withFixed: boolean): Pot[] {
    const { isEstimate, day, cents } = receipt
    if (!isEstimate && (day > (claim.endedOn ?? day) || (lead.takenOn !== null && day <= lead.takenOn))) return []
    const parts = splitOf(lead, cents)
    const place = lead.claims.indexOf(claim)
    const revenue = parts[place] ?? 0
    const open = (kind: Pot['kind'], rate: Fraction | null, counted: number, uncut: number) => {
      const start = { revenue: counted, uncut, money: Math.min(uncut, this.room(claim, lead, day)) }
      const about = { partnerId: claim.partnerId, lead, receipt, ruleId: claim.ruleId, day }
      const opened: Pot = { ...about, kind, rate, start, deeds: [], isTaken: false }
      lead.pots.push(opened)
      this.pots.push(opened)
      return opened
    }
    const opened: Pot[] = []
    if (claim.rate) {
      const uncut = ratedTogether(claim.rate, parts)[place] ?? 0
      opened.push(open(isEstimate ? 'deal' : 'payment', claim.rate, revenue, uncut))
    }
    const isDue = claim.rule.fixedCents !== null && withFixed
    if (isDue || !claim.rate) opened.push(open('fixed', null, claim.rate ? 0 : revenue, isDue ? claim.fixed : 0))
    for (const pot of opened) this.shorten(pot)
    return opened
  }

  /** The earliest payment of which something is left is the first: the one before gives up what it brought. */
  private chooseFirst(lead: Lead): void {
    const paid = lead.receipts.filter(({ isEstimate, left }) => !isEstimate && total(left) > 0)
    const first = paid.reduce<Receipt | null>((best, each) => (best === null || each.day < best.day ? each : best), null)
    if (first === lead.first) return
    for (const claim of lead.claims) {
      if (claim.rule.base === 'estimate' || !('first' in claim.rule.when)) continue
      const former = lead.pots.filter((pot) => pot.partnerId === claim.partnerId && pot.receipt === lead.first)
      for (const pot of former) this.takeRest(pot)
      if (!first) continue
      const pots = this.fill(lead, claim, first, true)
      for (const given of first.given) this.takePart(pots, given.get(claim))
    }
    lead.first = first
  }

  /** What caps leave for a claim. */
  private room({ partnerId, ruleId, cap, rule }: Claim, lead: Lead, day: string): number {
    const own = lead.pots.filter((pot) => pot.partnerId === partnerId)
    const ofLead = cap === null ? Number.POSITIVE_INFINITY : cap - total(own.map((pot) => wholeOf(pot).money))
    return Math.max(0, Math.min(ofLead, this.yearRoom(partnerId, ruleId, rule, partsOf(day).year)))
  }

  private yearRoom(partnerId: string, ruleId: string, { cap }: RuleDefinition, year: number): number {
    if (cap.yearCents === null) return Number.POSITIVE_INFINITY
    const isOwn = (each: { partnerId: string; ruleId: string }) => each.partnerId === partnerId && each.ruleId === ruleId
    const bonuses = this.bonuses.filter((bonus) => isOwn(bonus) && bonus.year === year)
    const pots = this.pots.filter((pot) => isOwn(pot) && !pot.lead.isInOneLine && partsOf(pot.day).year === year)
    return Math.max(0, cap.yearCents - heldBy(pots) - total(bonuses.map(({ money, taken }) => money - taken)))
  }

  /** Another receipt takes the place of the one that was expected; none where nothing is expected any more. */
  private expectAnew(lead: Lead, day: string, cents: number | null, percent?: number): void {
    const estimates = lead.receipts.filter(({ isEstimate }) => isEstimate)
    const [before] = estimates
    const [claim] = lead.claims
    const rate = percent === undefined ? claim?.rate : Fraction.ofPercent(percent)
    const isSameRate = !rate || !claim?.rate || (!rate.isAbove(claim.rate) && !claim.rate.isAbove(rate))
    const now = total(estimates.flatMap(({ left }) => left))
    if (before && isSameRate && now === cents) return
    this.giveBack(lead, estimates, now)
    for (const estimate of estimates) lead.receipts.splice(lead.receipts.indexOf(estimate), 1)
    if (claim && rate) claim.rate = rate
    if (cents !== null) this.receive(lead, { isEstimate: true, name: '', cents, day: before?.day ?? day })
  }

  private giveBack(lead: Lead, receipts: readonly Receipt[], cents: number): void {
    let open = cents
    for (const receipt of [...receipts].reverse()) {
      const taken = Math.min(open, total(receipt.left))
      open -= taken
      if (taken === 0) continue
      const parts = handOut(taken, receipt.left)
      receipt.left = receipt.left.map((left, index) => left - (parts[index] ?? 0))
      const given = new Map(
        lead.claims.map((claim, index) => {
          return [claim, { cents: parts[index] ?? 0, worth: this.takeWorth(receipt, claim, parts)[index] ?? 0 }]
        }),
      )
      receipt.given.push(given)
      const isEmpty = receipt.left.every((left) => left === 0)
      for (const claim of lead.claims) {
        const pots = lead.pots.filter((pot) => pot.receipt === receipt && pot.partnerId === claim.partnerId)
        if (!isEmpty) this.takePart(pots, given.get(claim))
        else for (const pot of pots) this.takeRest(pot)
      }
    }
  }

  /** What goes of the worth of each claim at the rate of one: who has too little leaves it to the others. */
  private takeWorth({ worth }: Receipt, claim: Claim, parts: readonly number[]): number[] {
    const held = worth.get(claim) ?? []
    const taken = ratedTogether(claim.rate, parts)
    let lacking = 0
    for (const [index, cents] of taken.entries()) lacking += Math.max(0, cents - (held[index] ?? 0))
    for (const [index, has] of held.entries()) {
      const wanted = Math.min(has, taken[index] ?? 0)
      taken[index] = Math.min(has, wanted + lacking)
      lacking -= (taken[index] ?? 0) - wanted
    }
    worth.set(
      claim,
      held.map((has, index) => has - (taken[index] ?? 0)),
    )
    return taken
  }

  private takePart(pots: readonly Pot[], { cents, worth }: Given = { cents: 0, worth: 0 }): void {
    for (const pot of pots) {
      // A payment that was the first one twice has empty pots of the first time.
      const isOver = pot.deeds.some((deed) => 'takeRest' in deed)
      if (pot.start.revenue > 0 && !isOver) pot.deeds.push({ take: Math.min(cents, wholeOf(pot).revenue), worth })
    }
  }

  private takeRest(pot: Pot): void {
    const { revenue, money } = contentsOf(pot)
    pot.isTaken ||= revenue > 0 || money > 0
    pot.deeds.push({ takeRest: true })
  }

  private shorten({ lead, partnerId, deeds }: Pot): void {
    const reduction = lead.claims.find((claim) => claim.partnerId === partnerId)?.rule.reduction
    if (!reduction || lead.leftOn === null) return
    const stayed = Math.max(0, monthsBetween(lead.signedOn, lead.leftOn))
    if (stayed < reduction.months) deeds.push({ keep: Fraction.of(stayed, reduction.months) })
  }

  private payBonuses(fact: LeadFact, lead: Lead): void {
    for (const { partnerId, ruleId } of lead.claims) {
      const years = [lead.signedOn, ...lead.pots.map(({ day }) => day)].map((day) => partsOf(day).year)
      for (const year of new Set(years.sort((one, other) => one - other))) {
        const all = Object.values(spans).flat()
        for (const span of all) this.payBonusesOf(fact, { partnerId, ruleId, year, span })
        for (const span of all) this.payBonusesOverAll(fact, { partnerId, year, span })
      }
    }
  }

  private payBonusesOf(fact: LeadFact, { ruleId, ...at }: Span & { readonly ruleId: string }): void {
    const versions = this.programme.rules.filter((rule) => rule.ruleId === ruleId)
    const decides = this.decidesIn(versions, at)
    if (decides) this.payVersion(fact, decides, { ...at, isCounted: (claim) => claim.ruleId === ruleId, counts: 'rule' })
  }

  /** Own terms for every offer that apply when the span begins have the bonuses over all of them, else the programme's rule. */
  private payBonusesOverAll(fact: LeadFact, at: Span): void {
    const [firstDay] = bounds(at.year, at.span)
    const general = this.programme.rules.filter(({ offer }) => offer === null)
    const own = this.latest(
      general.filter((rule) => rule.partnerId === at.partnerId),
      firstDay,
    )
    const programme = general.filter((rule) => rule.partnerId === null)
    const decides = own?.definition ? own : this.decidesIn(programme, at)
    if (decides) this.payVersion(fact, decides, { ...at, isCounted: () => true, counts: 'all' })
  }

  /** The version of a rule that applies when a period begins, or its first one where the rule begins within. */
  private decidesIn(versions: readonly RuleVersion[], { year, span }: Span): RuleVersion | undefined {
    const [firstDay, lastDay] = bounds(year, span)
    return this.latest(versions, firstDay) ?? versions.find(({ version, validFrom }) => version === 1 && validFrom <= lastDay)
  }

  private payVersion(
    fact: LeadFact,
    { ruleId, definition }: RuleVersion,
    { counts, ...at }: Counted & { readonly counts: 'rule' | 'all' },
  ): void {
    const { partnerId, year, span } = at
    for (const [index, bonus] of (definition?.bonuses ?? []).entries()) {
      if (!spans[bonus.per].some((each) => each === span) || !definition || (bonus.counts ?? 'rule') !== counts) continue
      const key = `${partnerId} ${ruleId} ${year} ${span} ${index}`
      let pot = this.bonuses.find((each) => each.key === key)
      if (!pot) {
        pot = { key, partnerId, ruleId, year, money: 0, taken: 0 }
        this.bonuses.push(pot)
      }
      const due = this.bonusOf(bonus, at) - pot.money
      const change = Math.max(Math.min(due, this.yearRoom(partnerId, ruleId, definition, year)), pot.taken - pot.money)
      if (change === 0) continue
      pot.money += change
      this.note(fact, partnerId, change > 0 ? 'bonus' : 'clawback', change)
    }
  }

  private bonusOf({ measure, pays, from }: BonusDefinition, { partnerId, isCounted, year, span }: Counted): number {
    const isIn = (day: string) => isWithin(day, year, span)
    const pots = this.pots.filter((pot) => pot.partnerId === partnerId && isCounted(pot) && isIn(pot.day) && this.isCounted(pot))
    const [revenue, money] = [revenueOf(pots), heldBy(pots)]
    const isOf = (claim: Claim) => claim.partnerId === partnerId && isCounted(claim)
    const counted = { signatures: this.signatures(partnerId, isOf, isIn), revenue, amount: money }[measure]
    if (counted < from) return 0
    if ('cents' in pays) return pays.cents
    return Fraction.of(measure === 'amount' ? money : revenue)
      .times(Fraction.ofPercent(pays.percent))
      .nearest()
  }

  private signatures(partnerId: string, isOf: (claim: Claim) => boolean, isIn: (day: string) => boolean): number {
    const leads = [...this.leads.values()].filter((lead) => isIn(lead.signedOn) && lead.claims.some(isOf))
    return leads.filter((lead) => {
      const pots = lead.pots.filter((pot) => pot.partnerId === partnerId)
      const hasBrought = pots.some(({ start }) => start.revenue > 0)
      const isLeft = hasBrought ? revenueOf(pots) > 0 : heldBy(pots) > 0 || !pots.some(({ isTaken }) => isTaken)
      return !lead.isOver && lead.takenOn === null && isLeft
    }).length
  }
}
