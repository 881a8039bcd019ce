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

/** By which day money is paid, and what stands in its way: no day while somebody has to act. */
export interface PaymentDay {
  readonly payableBy: Date | null
  readonly obstacle: Obstacle | null
}

/** The later of what is due and of the end of what stands in its way, if that ends by itself. */
function paidAfter(due: Date | null, obstacle: Obstacle | null): PaymentDay {
  if (!obstacle) return { payableBy: due, obstacle }
  const { until } = obstacle
  return { payableBy: due && until && new Date(Math.max(due.getTime(), until.getTime())), obstacle }
}

/** What decides by when each amount of a partner is paid. */
export interface Outlook {
  readonly pool: Obstacle | null
  /** The first day of what is due and in no payout. */
  readonly first: Date | null
  /** Payouts that are not paid. */
  readonly payouts: ReadonlyMap<string, PaymentDay>
}

interface OutlookFacts extends Pick<ComingFacts, 'payouts' | 'terms'> {
  /** What is due and in no payout, and its first day. */
  readonly poolCents: Cents
  readonly first: Date | null
}

export function outlookOf({ poolCents, first, payouts, terms }: OutlookFacts): Outlook {
  return {
    pool: poolObstacle(poolCents, terms),
    first,
    payouts: new Map(
      payouts.flatMap((payout) => {
        const day = payout.isContested ? undated : paidAfter(payout.payableBy, payoutObstacle(payout, terms))
        return payout.state === 'paid' ? [] : [[payout.id, day] as const]
      }),
    ),
  }
}

/** What is not paid, and the payout that it is in. */
export interface Unpaid {
  readonly state: UnpaidState
  readonly payableBy: Date | null
  readonly payoutId: string | null
}

const undated: PaymentDay = { payableBy: null, obstacle: null }

/** By when a commission is paid: the one answer of the calendar, of lists, of a lead and of mails. */
export function paymentDay({ state, payableBy, payoutId }: Unpaid, { pool, first, payouts }: Outlook): PaymentDay {
  if (payoutId !== null) return payouts.get(payoutId) ?? undated
  if (state === 'original') return { payableBy: null, obstacle: { code: 'clawback_waits', reason: '', until: null } }
  // A clawback of what is settled is taken off the next payment.
  return state === 'payable' ? paidAfter(payableBy ?? first, pool) : undated
}

/**
 * What is coming, an amount a line: what has a date by it, then what something stands in the way of, then what waits for
 * others. What is not listed is the rest; together they are all that is not paid.
 */
export function comingCalendar({ commissions, totals, payouts, terms }: ComingFacts) {
  const dates = commissions.flatMap(({ state, payableBy }) => (state === 'payable' && payableBy ? payableBy.getTime() : []))
  const first = dates.length > 0 ? new Date(Math.min(...dates)) : null
  const outlook = outlookOf({ poolCents: poolOf(totals), first, payouts, terms })
  const ofCommissions = commissions.map((each): ComingLine => {
    const { id, kind, state, leadId, label, amountCents, heldReason, since } = each
    const { payableBy, obstacle } = paymentDay({ ...each, payoutId: null }, outlook)
    const due = state === 'payable'
    const line = { id, source: kind === 'clawback' ? ('clawback' as const) : ('commission' as const), leadId, label, amountCents }
    return {
      ...line,
      state: state === 'original' || obstacle ? 'blocked' : state,
      payableBy,
      since: due ? null : since,
      until: obstacle?.until ?? null,
      obstacle: obstacle?.code ?? null,
      reason: obstacle ? obstacle.reason : (heldReason ?? ''),
      step: null,
    }
  })
  const ofPayouts = payouts.flatMap((each) => {
    const day = outlook.payouts.get(each.id)
    return day ? payoutLine(each, day) : []
  })
  const lines = [...ofPayouts, ...ofCommissions]
  const totalCents = sum(totals) + payouts.reduce((all, { state, netCents }) => all + (state === 'paid' ? 0 : netCents), 0)
  const count = totals.reduce((all, each) => all + each.count, 0) - commissions.length
  return {
    lines: lines.toSorted(inOrder),
    rest: count > 0 ? { count, amountCents: totalCents - sum(lines) } : null,
    totalCents,
  }
}

const sum = (all: readonly { readonly amountCents: Cents }[]) => all.reduce((total, { amountCents }) => total + amountCents, 0)

function payoutLine(payout: OpenPayout, { payableBy, obstacle }: PaymentDay): ComingLine {
  const { id, reference, netCents, state, issuedAt, rejectedAt, isContested } = payout
  return {
    id,
    source: 'payout',
    leadId: null,
    label: reference,
    amountCents: netCents,
    state: isContested ? 'contested' : obstacle ? 'blocked' : 'underway',
    payableBy,
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
