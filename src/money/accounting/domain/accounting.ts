import { m } from '../messages/messages.ts'

/** Months are closed for the accountant's journal, years for the declaration of what was paid. */
export const closingScopes = ['month', 'year'] as const
export type ClosingScope = (typeof closingScopes)[number]

/**
 * What is not settled in a period. `invoices_awaited`: partners have not sent their invoice, `invoices_unchecked`: staff have
 * not looked at it; `payouts_open`: issued and neither approved nor cancelled, `transfers_unanswered`: sent, and the bank has
 * not said what became of them; `declaration_incomplete`: data of partners is missing, `declarant_incomplete`: data of
 * the provider, by their codes.
 */
export const missingKinds = [
  ...(['invoices_awaited', 'invoices_unchecked', 'payouts_open', 'transfers_unanswered'] as const),
  ...(['declaration_incomplete', 'declarant_incomplete', 'declaration_not_exported'] as const),
] as const
export type MissingKind = (typeof missingKinds)[number]

/** One kind of unsettled item, with the number of them and the references of a few. */
export interface MissingThing {
  readonly kind: MissingKind
  readonly references: string[]
  readonly count: number
}
export type MissingThings = MissingThing[]

/** '2026-02-28' of '2026-02' or of any day of it; '2026-12-31' of a year's. */
export function periodEnd(scope: ClosingScope, day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  if (scope === 'year') return `${year}-12-31`
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The last day of the period after the one that ends on `until`. */
export function nextPeriodEnd(scope: ClosingScope, until: string): string {
  return periodEnd(scope, new Date(Date.parse(until) + 86_400_000).toISOString().slice(0, 10))
}

export interface ClosingFacts {
  readonly scope: ClosingScope
  readonly until: string
  /** Today's date in the provider's calendar. */
  readonly today: string
  readonly monthsClosedUntil: string | null
  readonly yearsClosedUntil: string | null
}

/** Why a period cannot be closed; null if it can. Days as 'YYYY-MM-DD'. */
export function closingObstacle({ scope, until, today, monthsClosedUntil, yearsClosedUntil }: ClosingFacts): string | null {
  if (until !== periodEnd(scope, until)) return m.notLastDay({ until, scope })
  if (until >= today) return m.notOver({ until, scope })
  const closed = scope === 'month' ? monthsClosedUntil : yearsClosedUntil
  if (closed !== null && until <= closed) return m.isClosed({ until, scope })
  if (scope === 'year' && (monthsClosedUntil === null || monthsClosedUntil < until)) {
    const year = until.slice(0, 4)
    return monthsClosedUntil === null ? m.monthsOpen({ year }) : m.monthsClosedUntil({ year, day: monthsClosedUntil })
  }
  return null
}

/** Whether a closing can be opened again: the newest of its scope, and a month only after the last closed year. */
export function isLastClosing(
  { scope, until }: Pick<ClosingFacts, 'scope' | 'until'>,
  { monthsClosedUntil, yearsClosedUntil }: Pick<ClosingFacts, 'monthsClosedUntil' | 'yearsClosedUntil'>,
): boolean {
  if (scope === 'year') return until === yearsClosedUntil
  return until === monthsClosedUntil && (yearsClosedUntil === null || until > yearsClosedUntil)
}

/** From when on periods can be closed. */
export interface OpenSince {
  readonly first: string | null
  readonly today: string
  readonly closed: Pick<ClosingFacts, 'monthsClosedUntil' | 'yearsClosedUntil'>
}

/** The last days of the periods that are over and open, the first one first. Nothing is closed before the first fact. */
export function openPeriods(scope: ClosingScope, { first, today, closed }: OpenSince): string[] {
  const last = scope === 'month' ? closed.monthsClosedUntil : closed.yearsClosedUntil
  if (last === null && first === null) return []
  const ends: string[] = []
  let until = last === null ? periodEnd(scope, first ?? '') : nextPeriodEnd(scope, last)
  while (closingObstacle({ scope, until, today, ...closed }) === null) {
    ends.push(until)
    until = nextPeriodEnd(scope, until)
  }
  return ends
}
