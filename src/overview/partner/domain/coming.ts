import type { CommissionKind, UnpaidState } from '#money/commissions/domain.ts'
import type { PayoutState } from '#money/payouts/domain/payouts.ts'
import type { Cents } from '#platform/domain/money.ts'
import {
  type Obstacle,
  type ObstacleCode,
  type OpenPayout,
  type PartnerTerms,
  payoutObstacle,
  poolObstacle,
} from './obstacles.ts'

/**
 * Where an amount that is coming stands. `payable`: by its date; `underway`: in a payout that goes on; `blocked`: due, and not
 * paid for a reason that is not its own; the others as commissions have them.
 */
export const comingStates = ['payable', 'underway', 'blocked', 'contested', 'held', 'client', 'validation'] as const
export type ComingState = (typeof comingStates)[number]

export const comingSources = ['commission', 'clawback', 'payout'] as const

/** A commission that is neither paid nor in a payout. */
export interface UnpaidCommission {
  readonly id: string
  readonly kind: CommissionKind
  readonly state: UnpaidState
  readonly leadId: string | null
  /** The client, or what staff wrote of it. */
  readonly label: string
  readonly amountCents: Cents
  readonly payableBy: Date | null
  readonly heldReason: string | null
  readonly since: Date
}

/** How many there are of a state, and their sum. */
export interface UnpaidTotal {
  readonly state: UnpaidState
  readonly count: number
  readonly amountCents: Cents
}

/** One line of the calendar. */
export interface ComingLine {
  readonly id: string
  readonly source: (typeof comingSources)[number]
  readonly leadId: string | null
  readonly label: string
  readonly amountCents: Cents
  readonly state: ComingState
  /** By when it is paid; null where something stands in its way that does not end by itself. */
  readonly payableBy: Date | null
  readonly since: Date | null
  readonly until: Date | null
  readonly obstacle: ObstacleCode | null
  /** Why staff hold it, what the bank said, or what is missing. */
  readonly reason: string
  readonly step: PayoutState | null
}

interface ComingFacts {
  readonly commissions: readonly UnpaidCommission[]
  readonly totals: readonly UnpaidTotal[]
  readonly payouts: readonly OpenPayout[]
  readonly terms: PartnerTerms
}

/** What is due and in no payout, clawbacks taken off. */
export const poolOf = (totals: readonly UnpaidTotal[]): Cents => totals.find(({ state }) => state === 'payable')?.amountCents ?? 0

/** The day by which money is paid: the later of what is due and of the end of what stands in its way, if that ends by itself. */
function dayOfPayment(due: Date | null, obstacle: Obstacle | null): Date | null {
  if (!obstacle || !due) return obstacle ? null : due
  return obstacle.until && new Date(Math.max(due.getTime(), obstacle.until.getTime()))
}

/**
 * What is coming, an amount a line: what has a date by it, then what something stands in the way of, then what waits for
 * others. What is not listed is the rest; together they are all that is not paid.
 */
export function comingCalendar({ commissions, totals, payouts, terms }: ComingFacts) {
  const pool = poolObstacle(poolOf(totals), terms)
  const dates = commissions.flatMap(({ state, payableBy }) => (state === 'payable' && payableBy ? payableBy.getTime() : []))
  // A clawback of what is settled is taken off the next payment.
  const first = dates.length > 0 ? new Date(Math.min(...dates)) : null
  const ofCommissions = commissions.map((each): ComingLine => {
    const { id, kind, state, leadId, label, amountCents, heldReason, since } = each
    const due = state === 'payable'
    const waits = state === 'original'
    const line = { id, source: kind === 'clawback' ? ('clawback' as const) : ('commission' as const), leadId, label, amountCents }
    return {
      ...line,
      state: waits || (due && pool) ? 'blocked' : state,
      payableBy: due ? dayOfPayment(each.payableBy ?? first, pool) : null,
      since: due ? null : since,
      until: due ? (pool?.until ?? null) : null,
      obstacle: waits ? 'clawback_waits' : due ? (pool?.code ?? null) : null,
      reason: due ? (pool?.reason ?? '') : (heldReason ?? ''),
      step: null,
    }
  })
  const lines = [...payouts.filter(({ state }) => state !== 'paid').map((each) => payoutLine(each, terms)), ...ofCommissions]
  const totalCents = sum(totals) + payouts.reduce((all, { state, netCents }) => all + (state === 'paid' ? 0 : netCents), 0)
  const count = totals.reduce((all, each) => all + each.count, 0) - commissions.length
  return {
    lines: lines.toSorted(inOrder),
    rest: count > 0 ? { count, amountCents: totalCents - sum(lines) } : null,
    totalCents,
  }
}

const sum = (all: readonly { readonly amountCents: Cents }[]) => all.reduce((total, { amountCents }) => total + amountCents, 0)

function payoutLine(payout: OpenPayout, terms: PartnerTerms): ComingLine {
  const { id, reference, netCents, state, issuedAt, payableBy, rejectedAt, isContested } = payout
  const obstacle = isContested ? null : payoutObstacle(payout, terms)
  return {
    id,
    source: 'payout',
    leadId: null,
    label: reference,
    amountCents: netCents,
    state: isContested ? 'contested' : obstacle ? 'blocked' : 'underway',
    payableBy: isContested ? null : dayOfPayment(payableBy, obstacle),
    since: obstacle?.code === 'returned' ? rejectedAt : issuedAt,
    until: obstacle?.until ?? null,
    obstacle: obstacle?.code ?? null,
    reason: obstacle?.reason ?? '',
    step: state,
  }
}

const rank: Readonly<Record<ComingState, number>> = {
  payable: 0,
  underway: 0,
  blocked: 1,
  contested: 1,
  held: 1,
  client: 2,
  validation: 3,
}
const timeOf = ({ payableBy, since }: ComingLine) => (payableBy ?? since)?.getTime() ?? 0

const placeOf = ({ state, payableBy }: ComingLine) => (payableBy ? 0 : rank[state])

const inOrder = (one: ComingLine, other: ComingLine) =>
  placeOf(one) - placeOf(other) || timeOf(one) - timeOf(other) || other.amountCents - one.amountCents
