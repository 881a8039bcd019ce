import { sql } from 'kysely'
import { hasRight, type NeededRight, type Right, rightsOfRole, type StaffRole } from '#access/domain/staff-rights.ts'
import { openPeriods } from '#money/accounting/domain/accounting.ts'
import { closedUntil } from '#money/accounting/server/closed-until-queries.ts'
import { firstBookedDay } from '#money/accounting/server/closing-queries.ts'
import { countFailures } from '#operations/failures/server/queries.ts'
import { periodsWait } from '#people-data/periods/server/queries.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { forYouRoutes } from '../api.ts'
import { type Turn, taskKinds } from '../domain/task-kinds.ts'
import { readCommissionRows } from './commission-rows.ts'
import { readSubjects, type Subject } from './subjects.ts'
import { type Asking, readTaskRows, type TaskRow } from './task-rows.ts'

type ListedTask = ReturnOf<typeof forYouRoutes.getTasks>['tasks'][number]

interface Colleague {
  readonly name: string
  readonly role: StaffRole
}

/** Names that a row tells. */
const maxNames = 3

const colleagues = keptQuery<{ userId: string }, Colleague>(
  (_, parameter) => sql<Colleague>`
    select p.full_name as name, r.staff_role as role from user_roles r join profiles p on p.user_id = r.user_id
    where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null and p.user_id <> ${parameter('userId')}::uuid
    order by p.full_name limit 500`,
)

const possibleDuplicates = keptQuery<object, { count: number }>(
  () => sql<{ count: number }>`select coalesce(sum(possible_duplicates), 0)::bigint as count from lead_totals`,
)

const countedRow = (kind: 'undelivered' | 'possibleDuplicates' | 'periodsToConfirm', count: number): TaskRow => ({
  kind,
  count,
  apart: false,
  cents: 0,
  since: null,
  late_from: null,
  late: 0,
  late_cents: 0,
  id: '',
  partner_id: null,
})

function turnOf({ kind, apart }: TaskRow, rights: readonly Right[]): Turn {
  const { waits, right } = taskKinds[kind]
  if (waits) return 'others'
  return !apart && hasRight(rights, right) ? 'yours' : 'colleagues'
}

const whoMay = (staff: readonly Colleague[], right: NeededRight) => {
  const able = staff.filter(({ role }) => hasRight(rightsOfRole[role], right))
  return { count: able.length, names: able.slice(0, maxNames).map(({ name }) => name) }
}

/** What waits, for whom. What the caller may not act on for four eyes or as their own is their colleagues'. */
export async function readTasks(tx: Tx, asking: Asking & { readonly rights: readonly Right[] }): Promise<ListedTask[]> {
  const { userId, now, rights, leadsTeam } = asking
  const [rows, commissions, periods, failures, duplicates, staff, unconfirmed] = await Promise.all([
    readTaskRows(tx, { userId, now, leadsTeam }),
    readCommissionRows(tx, asking),
    readPeriodRows(tx, now),
    countFailures(tx),
    possibleDuplicates(tx, {}),
    colleagues(tx, { userId }),
    periodsWait(tx),
  ])
  const counted = [
    countedRow('undelivered', failures),
    countedRow('possibleDuplicates', duplicates[0]?.count ?? 0),
    countedRow('periodsToConfirm', Number(unconfirmed)),
  ]
  const waiting = merged(
    [...rows, ...commissions, ...periods, ...counted].filter(({ count }) => count > 0),
    rights,
  )
  const subjects = await readSubjects(tx, waiting, asking)
  return waiting.map((row) => {
    const turn = turnOf(row, rights)
    const who = turn === 'colleagues' ? whoMay(staff, taskKinds[row.kind].right) : null
    return present(row, { turn, who, subject: subjects.get(row) ?? null })
  })
}

/** Joins what is apart with the rest where the turn is the same: a kind is one row for each turn. */
function merged(rows: readonly TaskRow[], rights: readonly Right[]): TaskRow[] {
  const byTurn = Map.groupBy(rows, (row) => `${row.kind} ${turnOf(row, rights)}`)
  return [...byTurn.values()].map(([first, second]) => {
    if (!first) throw new Error('a group without rows')
    if (!second) return first
    const earlier = (one: Date | null, other: Date | null) => (one && other ? (one < other ? one : other) : (one ?? other))
    return {
      ...first,
      count: first.count + second.count,
      cents: first.cents + second.cents,
      late: first.late + second.late,
      late_cents: first.late_cents + second.late_cents,
      since: earlier(first.since, second.since),
      late_from: earlier(first.late_from, second.late_from),
    }
  })
}

interface Told {
  readonly turn: Turn
  readonly who: ListedTask['who']
  readonly subject: Subject | null
}

function present(row: TaskRow, { turn, who, subject }: Told): ListedTask {
  const { kind, count, cents, since, late, late_cents, late_from } = row
  const only = subject && { id: subject.id, name: subject.name, partnerId: subject.partnerId }
  return {
    kind,
    turn,
    count,
    cents,
    only,
    who,
    since: since?.toISOString() ?? null,
    lateFrom: late_from?.toISOString() ?? null,
    late: { count: late, cents: late_cents },
  }
}

const dayMs = 86_400_000
const plainRow = { apart: false, cents: 0, late_cents: 0, partner_id: null } as const

/** Months that are over and open, once a first period was closed: closing is a choice, and who never chose it is not reminded. */
async function readPeriodRows(tx: Tx, now: Date): Promise<TaskRow[]> {
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
