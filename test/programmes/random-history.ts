import type { LeadFact, LeadShare } from '#money/rules/domain/facts.ts'
import { dice } from '../dice.ts'
import type { ProgrammeFile } from './programme-files.ts'

interface OpenLead {
  readonly leadId: string
  readonly signedOn: string
  readonly payments: Map<string, number>
  readonly shares: readonly LeadShare[]
  estimate: number
  isValidated: boolean
  isWithdrawn: boolean
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const lastOfMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** A history of a programme's leads that is the same for the same seed. */
class RandomHistory {
  readonly facts: LeadFact[] = []
  private readonly leads: OpenLead[] = []
  private payments = 0
  private day: string
  private readonly roll: () => number

  private readonly programme: ProgrammeFile

  constructor(programme: ProgrammeFile, seed: number) {
    this.programme = programme
    this.roll = dice(seed)
    this.day = dayAfter('2025-01-01', this.upTo(300))
  }

  private upTo(max: number): number {
    return Math.floor(this.roll() * (max + 1))
  }

  private pick<T>(items: readonly T[]): T {
    const item = items[this.upTo(items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  private isLikely(probability: number): boolean {
    return this.roll() < probability
  }

  /** Mostly amounts of the trade; some of a few cents, some beyond what a double multiplies exactly. */
  private amount(): number {
    const { fromCents, toCents } = this.programme.amounts
    if (this.isLikely(0.06)) return 1 + this.upTo(9)
    if (this.isLikely(0.02)) return 900_000_000_000 + this.upTo(999_999)
    return fromCents + this.upTo(toCents - fromCents)
  }

  private partOf(cents: number): number {
    return this.isLikely(0.3) ? cents : 1 + this.upTo(Math.max(0, cents - 1))
  }

  private shares(): LeadShare[] {
    const { partners, shared } = this.programme
    const count = this.isLikely(shared) ? 2 + this.upTo(partners.length - 2) : 1
    const chosen = [...partners]
    while (chosen.length > count) chosen.splice(this.upTo(chosen.length - 1), 1)
    let left = 10_000
    return chosen.map((partnerId, index) => {
      const last = index === chosen.length - 1
      const even = Math.round(left / (chosen.length - index) / 100) * 100
      const basisPoints = last ? left : this.isLikely(0.5) ? even : 1 + this.upTo(left - (chosen.length - index))
      left -= basisPoints
      return { partnerId, basisPoints }
    })
  }

  private sign(again?: OpenLead): void {
    const revenueCents = this.isLikely(0.02) ? 0 : this.amount()
    const leadId = again?.leadId ?? `lead ${this.leads.length + 1}`
    const state = { estimate: revenueCents, isValidated: false, isWithdrawn: false }
    // A few were signed by somebody else, and are taken over.
    const clientSince = this.isLikely(0.05) ? dayAfter(this.day, -this.upTo(400)) : undefined
    const shares = this.shares()
    const lead: OpenLead = { leadId, signedOn: clientSince ?? this.day, payments: new Map(), shares, ...state }
    if (again) this.leads.splice(this.leads.indexOf(again), 1, lead)
    else this.leads.push(lead)
    const offer = this.pick(this.programme.offers)
    const taken = clientSince !== undefined && { clientSince }
    this.facts.push({ kind: 'signed', leadId, day: this.day, offer, shares, revenueCents, ...taken })
  }

  private correct({ leadId }: OpenLead): void {
    const revenueCents = this.isLikely(0.1) ? 0 : this.amount()
    this.facts.push({ kind: 'corrected', leadId, day: this.day, revenueCents })
  }

  /** Some payments are recorded later than they were received, even in another quarter; some come on an anniversary. */
  private dayOfPayment({ signedOn }: OpenLead): string {
    if (this.isLikely(0.2)) return dayAfter(this.day, -this.upTo(45))
    if (this.isLikely(0.95)) return this.day
    return `${Number(signedOn.slice(0, 4)) + 1 + this.upTo(1)}${signedOn.slice(4)}`
  }

  private pay(lead: OpenLead): void {
    const { leadId, payments } = lead
    this.payments += 1
    const paymentId = `payment ${this.payments}`
    const revenueCents = this.amount()
    const day = this.dayOfPayment(lead)
    payments.set(paymentId, revenueCents)
    this.facts.push({ kind: 'paid', leadId, day, paymentId, revenueCents })
  }

  private giveBack({ leadId, payments, estimate }: OpenLead): void {
    const { day } = this
    const [paymentId, cents] = this.pick([...payments, [null, estimate] as const])
    if (paymentId === null || this.isLikely(0.3)) {
      this.facts.push({ kind: 'taken_back', leadId, day, paymentId, revenueCents: this.partOf(cents) })
    } else {
      this.facts.push({ kind: 'refunded', leadId, day, paymentId, revenueCents: this.partOf(cents) })
    }
  }

  private happenTo(lead: OpenLead): void {
    const { leadId } = lead
    const { day } = this
    const random = this.roll()
    if (random < 0.42) return this.pay(lead)
    if (random < 0.58) {
      this.facts.push({ kind: 'validated', leadId, day })
      return
    }
    if (random < 0.78) return this.giveBack(lead)
    if (random < 0.86) return this.correct(lead)
    if (random < 0.94) {
      this.facts.push({ kind: 'left', leadId, day })
      return
    }
    if (random < 0.97) {
      this.facts.push({ kind: 'ended', leadId, day, partnerId: this.pick(lead.shares).partnerId })
      return
    }
    lead.isWithdrawn = true
    this.facts.push({ kind: 'withdrawn', leadId, day })
  }

  step(): void {
    this.day = dayAfter(this.day, this.isLikely(0.3) ? 0 : this.upTo(22))
    if (this.isLikely(0.1)) this.day = lastOfMonth(this.day)
    const open = this.leads.filter(({ isWithdrawn }) => !isWithdrawn)
    const withdrawn = this.leads.find(({ isWithdrawn }) => isWithdrawn)
    if (withdrawn && this.isLikely(0.3)) this.sign(withdrawn)
    else if (open.length === 0 || this.isLikely(0.35)) this.sign()
    else this.happenTo(this.pick(open.slice(-6)))
  }
}

export function randomHistory(programme: ProgrammeFile, seed: number): readonly LeadFact[] {
  const history = new RandomHistory(programme, seed)
  for (let step = 0; step < 40; step += 1) history.step()
  return history.facts
}
