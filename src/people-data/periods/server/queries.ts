import { sql } from 'kysely'
import type { TableEntries } from '#access/domain/personal-data.ts'
import { daysInForce, isConfirmed, type PeriodDays } from '#people-data/register/domain/periods.ts'
import { tableLabel } from '#people-data/register/domain/table-labels.ts'
import { readPeriods } from '#people-data/register/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { PeriodState } from '../api.ts'
import { keptSweeps } from './kept-sweeps.ts'
import { type DueRow, deletedLeadsSweep, type Sweep, sweeps } from './sweeps.ts'

const dayMs = 86_400_000
const listed = 200
const ahead = 7

/** What the nightly run goes through, in this order. */
export const allSweeps = async (tx: Tx, register: TableEntries): Promise<readonly Sweep[]> => [
  ...sweeps,
  deletedLeadsSweep(register),
  ...(await keptSweeps(tx, register)),
]

/** Rows of a sweep whose period ends before a time, the oldest first, with their number and that of those before `next`. */
export async function dueRows(
  tx: Tx,
  { rows, period }: Sweep,
  { days, before, next = before, limit }: { days: PeriodDays; before: Date; next?: Date; limit: number },
) {
  const since = (at: Date) => new Date(at.getTime() - days[period] * dayMs)
  const oldest = since(before)
  const due = await sql<DueRow & { readonly count: number; readonly next: number }>`
    select *, count(*) over () as count, count(*) filter (where since < ${since(next)}) over () as next
    from (${rows(oldest)}) due where since < ${oldest} order by since, id limit ${limit}`.execute(tx)
  const [first] = due.rows
  return { rows: due.rows, count: Number(first?.count ?? 0), next: Number(first?.next ?? 0) }
}

/** Whether somebody has to confirm the periods: other ones are in force, and something would go or was changed. */
export async function periodsWait(tx: Tx): Promise<boolean> {
  const { chosen, confirmed, removed } = await readPeriods(tx)
  const matters = confirmed !== null || [chosen, removed].some((each) => Object.keys(each).length > 0)
  return matters && !isConfirmed(daysInForce(chosen), confirmed)
}

/** How long everything is kept, and what goes within seven days; as the system, who sees all of it. */
export async function periodState(tx: Tx, register: TableEntries, now: Date): Promise<PeriodState> {
  const stored = await readPeriods(tx)
  const days = daysInForce(stored.chosen)
  const [tomorrow, soon] = [new Date(now.getTime() + dayMs), new Date(now.getTime() + ahead * dayMs)]
  const going: PeriodState['going'] = []
  const counts: Partial<Record<Sweep['period'], number>> = {}
  const first: typeof counts = {}
  for (const sweep of await allSweeps(tx, register)) {
    const { rows, count, next } = await dueRows(tx, sweep, { days, before: soon, next: tomorrow, limit: listed })
    if (count === 0) continue
    counts[sweep.period] = (counts[sweep.period] ?? 0) + count
    if (next > 0) first[sweep.period] = (first[sweep.period] ?? 0) + next
    const goesAt = (since: Date) => new Date(since.getTime() + days[sweep.period] * dayMs).toISOString()
    if (sweep.table && rows[0])
      going.push({ period: sweep.period, label: `${tableLabel(sweep.table)} (${count})`, goesAt: goesAt(rows[0].since) })
    going.push(
      ...rows
        .filter(({ label }) => label !== null)
        .map(({ label, since }) => ({
          period: sweep.period,
          label,
          goesAt: goesAt(since),
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
    next: first,
  }
}
