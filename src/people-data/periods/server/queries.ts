import { sql } from 'kysely'
import { daysInForce, isConfirmed, type PeriodDays } from '#people-data/register/domain/periods.ts'
import { readPeriods } from '#people-data/register/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { PeriodState } from '../api.ts'
import { type DueRow, sweeps } from './sweeps.ts'

const dayMs = 86_400_000
const listed = 200
const ahead = 7

type Sweep = (typeof sweeps)[number]

/** Rows of a sweep whose period ends before a time, the oldest first, and how many there are. */
export async function dueRows(tx: Tx, { rows, period }: Sweep, days: PeriodDays, before: Date, limit: number) {
  const oldest = new Date(before.getTime() - days[period] * dayMs)
  const due = await sql<DueRow & { readonly count: number }>`
    select *, count(*) over () as count from (${rows(oldest)}) due where since < ${oldest}
    order by since, id limit ${limit}`.execute(tx)
  return { rows: due.rows, count: Number(due.rows[0]?.count ?? 0) }
}

/** How long everything is kept, and what goes within seven days. */
export async function periodState(tx: Tx, now: Date): Promise<PeriodState> {
  const stored = await readPeriods(tx)
  const days = daysInForce(stored.chosen)
  const soon = new Date(now.getTime() + ahead * dayMs)
  const going: PeriodState['going'] = []
  const counts: Partial<Record<Sweep['period'], number>> = {}
  for (const sweep of sweeps) {
    const { rows, count } = await dueRows(tx, sweep, days, soon, listed)
    if (count === 0) continue
    counts[sweep.period] = count
    going.push(
      ...rows
        .filter(({ label }) => label !== null)
        .map(({ label, since }) => ({
          period: sweep.period,
          label,
          goesAt: new Date(since.getTime() + days[sweep.period] * dayMs).toISOString(),
        })),
    )
  }
  return {
    days,
    reasons: Object.fromEntries(Object.entries(stored.chosen).map(([name, { reason }]) => [name, reason])),
    isConfirmed: isConfirmed(days, stored.confirmed),
    confirmedAt: stored.confirmed_at?.toISOString() ?? null,
    ranAt: stored.ran_at?.toISOString() ?? null,
    removed: stored.removed,
    going,
    counts,
  }
}
