import type { Cents } from '#platform/domain/money.ts'
import { emptyBook, type LeadTerms, type RuleBook, type SignedLead } from './book.ts'
import { yearOf } from './calendar.ts'
import type { RuleVersion } from './definition.ts'
import { takeOneByOne } from './engine.ts'
import { type FactKind, type FrozenTerms, keptElsewhere, type LeadFact, type TakenBonus } from './facts.ts'
import { bonusOfLine, bonusPlace } from './ledger.ts'
import type { RuleLine } from './lines.ts'
import { proportion } from './proportions.ts'
import type { FactBody, StoredReason } from './stored-lines.ts'
import { stayOf } from './take-back.ts'

/** A version, and when it was published: facts that were recorded before know nothing of it. */
export interface PublishedVersion extends RuleVersion {
  readonly publishedAt: Date
}

/** A fact as it is stored for one of a lead's partners. */
export interface StoredFact {
  readonly seq: number
  /** The rule that the lead was signed under. */
  readonly ruleId: string
  readonly leadId: string
  readonly kind: FactKind
  readonly day: string
  readonly recordedAt: Date
  readonly body: FactBody
}

/** A line, and by which name it is known: the fact that made it, and the how many-th of its lines it is. */
export interface AccountLine {
  readonly key: string
  readonly line: RuleLine
  readonly number: number
}

interface Holder {
  readonly partnerId: string
  readonly ruleId: string
  /** All versions of the rule; of each rule of the partner, where a bonus counts over all of them. */
  readonly versions: readonly PublishedVersion[]
  /** Whether it holds the facts of one lead, whose rule looks at no others. */
  readonly ofOneLead?: boolean
}

const lineKey = (fact: number, number: number) => `${fact}/${number}`
export const keyOfReason = ({ seq, line }: Pick<StoredReason, 'seq' | 'line'>) => lineKey(seq, line)

/** The other shares of a lead bring lines to their own accounts. */
const elsewhere = (definition: FrozenTerms['definition']): FrozenTerms => ({
  ruleId: keptElsewhere,
  version: 0,
  definition,
  ratePercent: null,
  tierName: null,
  fixedCents: null,
  leadCapCents: null,
})

/**
 * What a partner earns under a rule: the facts in the order in which they were recorded, and the lines that they come to. It
 * begins with what is stored, and takes further facts. Where a bonus counts over all offers, it holds what the partner earns
 * under every rule.
 */
export class RuleAccount {
  readonly partnerId: string
  readonly ruleId: string
  /** Whether it holds every rule of the partner. */
  readonly isOverAll: boolean
  readonly ofOneLead: boolean
  private readonly versions: readonly PublishedVersion[]
  private book: RuleBook = emptyBook
  private keys: readonly string[] = []

  constructor({ partnerId, ruleId, versions, ofOneLead = false }: Holder, facts: readonly StoredFact[]) {
    this.partnerId = partnerId
    this.ruleId = ruleId
    this.versions = versions
    this.ofOneLead = ofOneLead
    this.isOverAll = versions.some((version) => version.ruleId !== ruleId)
    this.takeAll(facts)
  }

  /** The same account, on which facts can be tried. */
  fork(): RuleAccount {
    const { partnerId, ruleId, versions, ofOneLead } = this
    const copy = new RuleAccount({ partnerId, ruleId, versions, ofOneLead }, [])
    copy.book = this.book
    copy.keys = this.keys
    return copy
  }

  take(fact: StoredFact): readonly AccountLine[] {
    return this.takeAll([fact])
  }

  lead(leadId: string): SignedLead | undefined {
    return this.book.leads.get(leadId)
  }

  /** A signed lead, and the terms of its partner. */
  own(leadId: string): { readonly lead: SignedLead; readonly terms: LeadTerms } | null {
    const lead = this.lead(leadId)
    const terms = lead?.terms.find(({ partnerId }) => partnerId === this.partnerId)
    return lead && terms ? { lead, terms } : null
  }

  /** All lines, oldest first. */
  get lines(): readonly RuleLine[] {
    return this.book.lines
  }

  keyOf(lineId: number): string {
    return this.keys[lineId - 1] ?? ''
  }

  /**
   * What a change of the revenue that is left of a line stands for, if its client had stayed: facts are told of that. All that is
   * left stands for all of it.
   */
  beforeLeaving(key: string, change: Cents): Cents {
    const line = this.book.lines[this.keys.indexOf(key)]
    const own = this.own(line?.leadId ?? '')
    const whole = line && own?.lead.left?.wholes.get(line.id)
    const stay = own && stayOf(own.lead, own.terms)
    if (!whole || !stay || stay.stayed === 0) return change
    if (change > 0) return proportion(change, stay.months, stay.stayed)
    const keptOf = (cents: Cents) => cents - proportion(cents, stay.months - stay.stayed, stay.months)
    const wanted = Math.max(0, keptOf(whole.revenueCents) + change)
    // Each cent of the whole is one of what is kept, or none.
    let left = wanted === 0 ? 0 : Math.min(whole.revenueCents, proportion(wanted + 1, stay.months, stay.stayed))
    while (keptOf(left) > wanted) left -= 1
    return left - whole.revenueCents
  }

  /** The line of a bonus with this key, as a fact that takes it back says it. */
  bonus(key: string): Omit<TakenBonus, 'partnerId' | 'amountCents'> | null {
    const line = this.book.lines[this.keys.indexOf(key)]
    if (line?.reason.why !== 'bonus') return null
    const { partnerId: _, ...bonus } = bonusPlace(line, line.reason)
    const ofBonus = this.book.lines.filter((each) => bonusOfLine(each) === bonusOfLine(line))
    return { ...bonus, place: ofBonus.indexOf(line) }
  }

  /** The line that a clawback takes from. */
  original({ reverses }: RuleLine): RuleLine | undefined {
    return reverses === null ? undefined : this.book.lines[reverses - 1]
  }

  private takeAll(facts: readonly StoredFact[]): readonly AccountLine[] {
    const under = facts.map((fact) => ({
      fact: this.told(fact),
      programme: { rules: this.versions.filter(({ publishedAt }) => publishedAt <= fact.recordedAt), tiers: [] },
    }))
    const { book, lines } = takeOneByOne(this.book, under)
    const made = lines.flatMap((some, index) => {
      const seq = facts[index]?.seq ?? 0
      return some.map((line, place) => ({ line, number: place + 1, key: lineKey(seq, place + 1) }))
    })
    this.book = book
    this.keys = [...this.keys, ...made.map(({ key }) => key)]
    return made
  }

  private told(fact: StoredFact): LeadFact {
    return { ...this.fact(fact), isFormer: fact.body.edition === undefined }
  }

  private fact({ ruleId, leadId, kind, day, body }: StoredFact): LeadFact {
    const { revenueCents = 0, paymentId = null } = body
    switch (kind) {
      case 'signed':
        return { kind, leadId, day, offer: body.offer ?? '', revenueCents, ...this.shares(ruleId, body) }
      case 'ended':
        return { kind, leadId, day, partnerId: this.partnerId }
      case 'corrected':
        return { kind, leadId, day, revenueCents, ...(body.ratePercent != null && { ratePercent: body.ratePercent }) }
      case 'paid':
      case 'refunded': {
        const { remainderCents } = body
        return {
          kind,
          leadId,
          day,
          paymentId: paymentId ?? '',
          revenueCents,
          ...(remainderCents !== undefined && { remainderCents }),
        }
      }
      case 'taken_back':
        return { kind, leadId, day, paymentId, revenueCents, ...this.taken(body) }
      default:
        return { kind, leadId, day }
    }
  }

  private taken({ bonus }: FactBody) {
    return bonus && { bonus: { ...bonus, partnerId: this.partnerId } }
  }

  private shares(ruleId: string, { shares = [10_000], place = 0, version, ...terms }: FactBody) {
    const definition = this.versions.find((each) => each.ruleId === ruleId && each.version === version)?.definition
    if (!definition) throw new Error(`the rule ${ruleId} has no version ${version}`)
    const { ratePercent = null, tierName = null, fixedCents = null, leadCapCents = null } = terms
    const { clientSince, inOneLine, byHand, carried } = terms
    const own = { ruleId, version: version ?? 0, definition, ratePercent, tierName, fixedCents, leadCapCents }
    return {
      shares: shares.map((basisPoints, index) => ({ partnerId: index === place ? this.partnerId : `${index}`, basisPoints })),
      terms: shares.map((_, index) => (index === place ? own : elsewhere(definition))),
      ...(clientSince !== undefined && { clientSince }),
      ...(inOneLine && { inOneLine }),
      ...(byHand && { byHand }),
      ...(carried && { carried }),
    }
  }
}

/** The reason that is stored with a line. `original`: the line that a clawback takes from. */
export function storedReason(seq: number, { line, number }: AccountLine, original: RuleLine | undefined): StoredReason {
  const { reason } = original ?? line
  const year = yearOf(reason.why === 'bonus' ? reason.period.from : (original ?? line).day)
  const { source, day, grossCents } = line
  return { ...line.reason, seq, line: number, source, day, year, grossCents }
}
