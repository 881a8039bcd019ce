import type { Cents } from '#platform/domain/money.ts'
import type { LeadTerms, RuleBook, SignedLead } from './book.ts'
import { quarterOf, yearOf } from './calendar.ts'
import type { TakenBonus } from './facts.ts'
import { type BonusStanding, type LineRest, nothing, plus, type RuleLine } from './lines.ts'

/** A partner under a rule: what caps of a year and bonuses count together. */
export type RuleHolder = Pick<LeadTerms, 'partnerId' | 'ruleId'>

/** In place of a rule: whatever rule a lead of the partner has. */
const everyRule = 'every'

/** Whose leads are counted: of one rule, or of all. */
interface Counting {
  readonly partnerId: string
  readonly ruleId: string
  readonly quarters: readonly string[]
  readonly isOverAll: boolean
}

/** Sums by a key that is made of several values. */
class Sums<T> {
  private readonly values = new Map<string, T>()
  private readonly zero: T

  constructor(zero: T) {
    this.zero = zero
  }

  get(...key: readonly (string | number)[]): T {
    return this.values.get(key.join(' ')) ?? this.zero
  }

  set(value: T, ...key: readonly (string | number)[]): void {
    this.values.set(key.join(' '), value)
  }
}

const yearOfLine = ({ reason, day }: RuleLine): string => yearOf(reason.why === 'bonus' ? reason.period.from : day)

/** A bonus of a partner in the period that begins on a day. */
type BonusPlace = Pick<TakenBonus, 'partnerId' | 'ruleId' | 'per' | 'index' | 'from'>

const bonusKey = ({ partnerId, ruleId, per, from, index }: BonusPlace): string => [partnerId, ruleId, per, from, index].join(' ')

/** Where the line of a bonus belongs. */
export function bonusPlace({ partnerId, ruleId }: RuleHolder, standing: Pick<BonusStanding, 'bonus' | 'index' | 'period'>) {
  const { bonus, index, period } = standing
  return { partnerId, ruleId, per: bonus.per, index, from: period.from }
}

/** Which bonus of which period a line is of; null for other lines, and for what takes a bonus back. */
export const bonusOfLine = (line: RuleLine): string | null =>
  line.reason.why === 'bonus' ? bonusKey(bonusPlace(line, line.reason)) : null

/**
 * Leads and lines while facts are taken into them, with the sums that rules ask for. These are kept as lines are added, so that a
 * fact takes as long with ten thousand leads as with ten. Lines are only added.
 */
export class Ledger {
  readonly leads = new Map<string, SignedLead>()
  readonly lines: RuleLine[] = []
  private readonly otherRevenueCents: RuleBook['otherRevenueCents']
  private readonly ofLeads = new Map<string, RuleLine[]>()
  private readonly bonusLines = new Map<string, RuleLine[]>()
  private readonly bonusPaid = new Sums<Cents>(0)
  private readonly clawbacks = new Map<number, LineRest>()
  private readonly takenBack = new Set<number>()
  private readonly kept = new Sums<Cents>(0)
  private readonly countedLines = new Set<number>()
  private readonly counted = new Sums<LineRest>(nothing)
  private readonly tierRevenue = new Sums<Cents>(0)
  private readonly standing = new Set<string>()
  private readonly signatures = new Sums<number>(0)

  constructor({ leads, lines, otherRevenueCents, usedCents = [] }: RuleBook) {
    this.otherRevenueCents = otherRevenueCents
    for (const { partnerId, ruleId, year, amountCents } of usedCents) this.kept.set(amountCents, partnerId, ruleId, year)
    for (const [id, lead] of leads) this.leads.set(id, lead)
    for (const line of lines) this.keep(line)
    for (const lead of leads.values()) this.noteStanding(lead)
  }

  get nextId(): number {
    return this.lines.length + 1
  }

  add(line: Omit<RuleLine, 'id'>): void {
    this.keep({ ...line, id: this.nextId })
  }

  private keep(line: RuleLine): void {
    this.lines.push(line)
    const original = line.reverses === null ? line : this.lines[line.reverses - 1]
    if (!original) throw new RangeError(`line ${line.id} takes back a line that is not there`)
    const year = yearOfLine(original)
    const { partnerId, ruleId } = line
    const lead = this.leadOf(original)
    // Caps are of rules that have them: what the specification's brings is beside them.
    if (!lead?.inOneLine) this.kept.set(this.kept.get(partnerId, ruleId, year) + line.amountCents, partnerId, ruleId, year)
    const bonus = bonusOfLine(original)
    const isTaken = line.reason.why === 'taken_back'
    if (bonus !== null && !isTaken) this.bonusPaid.set(this.bonusPaid.get(bonus) + line.amountCents, bonus)
    if (line.reverses !== null) {
      if (isTaken) this.takenBack.add(line.reverses)
      this.clawbacks.set(line.reverses, plus(this.clawbacks.get(line.reverses) ?? nothing, line))
      if (this.countedLines.has(line.reverses)) this.count(original, line)
      return
    }
    this.list(line)
    if (lead && (lead.isValidated || !line.ofSignature)) this.startCounting(line)
  }

  /** The lead of a line, unless it is of an earlier signature. */
  private leadOf({ id, leadId }: RuleLine): SignedLead | undefined {
    const lead = leadId === null ? undefined : this.leads.get(leadId)
    return lead && id >= lead.firstLine ? lead : undefined
  }

  private list(line: RuleLine): void {
    const bonus = bonusOfLine(line)
    const [lists, key] = bonus === null ? [this.ofLeads, line.leadId] : [this.bonusLines, bonus]
    if (key === null) return
    const list = lists.get(key)
    if (list) list.push(line)
    else lists.set(key, [line])
  }

  private startCounting(line: RuleLine): void {
    this.countedLines.add(line.id)
    this.count(line, this.rest(line))
  }

  private count(line: RuleLine, change: LineRest): void {
    const { partnerId, ruleId, day } = line
    const quarter = quarterOf(day)
    for (const rule of this.leadOf(line)?.isCounted === false ? [] : [ruleId, everyRule]) {
      this.counted.set(plus(this.counted.get(partnerId, rule, quarter), change), partnerId, rule, quarter)
    }
    this.tierRevenue.set(this.tierRevenue.get(partnerId) + change.revenueCents, partnerId)
  }

  /** The lines of a lead since it was signed that are no clawbacks, oldest first. */
  ofLead({ leadId, firstLine }: SignedLead, isWanted: (line: RuleLine) => boolean = () => true): RuleLine[] {
    return (this.ofLeads.get(leadId) ?? []).filter((line) => line.id >= firstLine && isWanted(line))
  }

  /** The lines of a bonus in a period, oldest first. */
  ofBonus(place: BonusPlace): readonly RuleLine[] {
    return this.bonusLines.get(bonusKey(place)) ?? []
  }

  /** What is left of them; what staff have taken back counts as paid, so that it does not come again. */
  paidByBonus(place: BonusPlace): Cents {
    return this.bonusPaid.get(bonusKey(place))
  }

  rest(line: RuleLine): LineRest {
    return plus(line, this.clawbacks.get(line.id) ?? nothing)
  }

  /** What is left of several lines. */
  sum(lines: readonly RuleLine[]): LineRest {
    return lines.reduce((total, line) => plus(total, this.rest(line)), nothing)
  }

  /** What a rule has made for a partner in a civil year, clawbacks taken off the year of their line. */
  keptInYear({ partnerId, ruleId }: RuleHolder, year: string): Cents {
    return this.kept.get(partnerId, ruleId, year)
  }

  /** What is left of lines that count for the tier in some quarters. */
  countedIn({ partnerId, ruleId, quarters, isOverAll }: Counting): LineRest {
    const rule = isOverAll ? everyRule : ruleId
    return quarters.reduce((total, quarter) => plus(total, this.counted.get(partnerId, rule, quarter)), nothing)
  }

  signaturesIn({ partnerId, ruleId, quarters, isOverAll }: Counting): number {
    const rule = isOverAll ? everyRule : ruleId
    return quarters.reduce((total, quarter) => total + this.signatures.get(partnerId, rule, quarter), 0)
  }

  /** The revenue that counts for a partner's tier. */
  revenueOf(partnerId: string): Cents {
    return Math.max(0, (this.otherRevenueCents.get(partnerId) ?? 0) + this.tierRevenue.get(partnerId))
  }

  /** Puts a lead in after a fact about it; the revenue of a signature that was validated begins to count. */
  putLead(lead: SignedLead): void {
    this.leads.set(lead.leadId, lead)
    if (lead.isValidated) for (const line of this.ofLead(lead, ({ id }) => !this.countedLines.has(id))) this.startCounting(line)
    this.noteStanding(lead)
  }

  /** A signature counts until it is withdrawn, or until all that it has brought is taken back. */
  private stands(lead: SignedLead, partnerId: string): boolean {
    if (lead.isWithdrawn) return false
    const own = this.ofLead(lead, (line) => line.partnerId === partnerId)
    const left = this.sum(own)
    if (own.some(({ revenueCents }) => revenueCents > 0)) return left.revenueCents > 0
    return left.amountCents > 0 || !own.some(({ id }) => this.takenBack.has(id))
  }

  private noteStanding(lead: SignedLead): void {
    const quarter = quarterOf(lead.signedOn)
    for (const { partnerId, ruleId } of lead.terms) {
      const key = `${lead.leadId} ${partnerId}`
      const stands = lead.isCounted && lead.takenOverOn === null && this.stands(lead, partnerId)
      if (stands === this.standing.has(key)) continue
      for (const rule of [ruleId, everyRule]) {
        this.signatures.set(this.signatures.get(partnerId, rule, quarter) + (stands ? 1 : -1), partnerId, rule, quarter)
      }
      if (stands) this.standing.add(key)
      else this.standing.delete(key)
    }
  }

  /** Takes a part of a line back, unless it is of neither revenue nor amount. */
  takeBack(line: RuleLine, taken: LineRest, { day, reason }: Pick<RuleLine, 'day' | 'reason'>): void {
    if (taken.revenueCents === 0 && taken.amountCents === 0) return
    const { partnerId, leadId, source, ofSignature, ruleId, version } = line
    // Subtracted, since the negative of zero is not zero.
    this.add({
      kind: 'clawback',
      partnerId,
      leadId,
      source,
      ofSignature,
      day,
      ruleId,
      version,
      reverses: line.id,
      reason,
      revenueCents: 0 - taken.revenueCents,
      grossCents: 0 - taken.grossCents,
      amountCents: 0 - taken.amountCents,
    })
  }
}
