import { openPeriods } from '#money/accounting/domain/accounting.ts'
import { closedUntil } from '#money/accounting/server/closed-until-queries.ts'
import { firstBookedDay } from '#money/accounting/server/closing-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { taskKinds } from '../domain/task-kinds.ts'
import type { TaskRow } from './task-rows.ts'

const dayMs = 86_400_000
const plainRow = { apart: false, cents: 0, late_cents: 0, partner_id: null } as const

/** Months that are over and open, once a first period was closed: closing is a choice, and who never chose it is not reminded. */
export async function readPeriodRows(tx: Tx, now: Date): Promise<TaskRow[]> {
  const [everClosed, closed, zone, first] = await Promise.all([
    tx.selectFrom('accounting_closings').select('id').limit(1).executeTakeFirst(),
    closedUntil(tx),
    providerZone(tx),
    firstBookedDay(tx),
  ])
  if (!everClosed) return []
  const months = openPeriods('month', { first, today: isoDay(now, zone), closed })
  const [oldest] = months
  if (oldest === undefined) return []
  const since = new Date(Date.parse(oldest) + dayMs)
  const lateFrom = new Date(since.getTime() + (taskKinds.monthsToClose.lateAfterDays ?? 0) * dayMs)
  const late = months.filter(
    (until) => Date.parse(until) + dayMs <= now.getTime() - (lateFrom.getTime() - since.getTime()),
  ).length
  return [{ ...plainRow, kind: 'monthsToClose', count: months.length, since, late_from: lateFrom, late, id: oldest }]
}
