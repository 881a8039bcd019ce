import { type RawBuilder, sql } from 'kysely'
import type { CommissionWait } from '#money/commissions/domain.ts'
import { isWithheld, waitsFor } from '#money/commissions/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { endOfToday } from '#platform/server/http/lists/period.ts'
import type { TaskKey } from '../domain/task-kinds.ts'
import type { Asking, TaskRow } from './task-rows.ts'

type SetName = 'pending' | 'disputed' | 'unlike' | 'to answer' | 'due' | 'due in payouts' | 'due withheld'
type OwnName = 'own to validate' | 'own to pay'

interface SetRow {
  readonly set: SetName | OwnName | 'late' | 'late in payouts' | 'late withheld' | 'late own'
  readonly count: number
  readonly cents: number
  readonly since: Date | null
}

interface Waiting extends SetRow {
  readonly cash: boolean
  readonly oldest_pending: Date | null
  readonly oldest_due: Date | null
}

interface Parameters {
  readonly now: Date
}

const inPayout = sql`c.status = 'valide' and c.held_reason is null and not c.disputed`

const waitingCommissions = keptQuery<Parameters, Waiting>((_, parameter) => {
  const now = sql<Date>`${parameter('now')}::timestamptz`
  const own = (wait: CommissionWait) =>
    sql`commissions c where c.partner_id = (select app.partner_id()) and ${waitsFor(wait, now)}`
  const isCash = sql`(select commission_basis = 'cash' from programme_settings)`
  const sums = (set: SetRow['set'], from: RawBuilder<unknown>, since = sql`null::timestamptz`) => sql`
    select ${sql.lit(set)}::text as set, count(*) as count, coalesce(sum(c.amount_cents), 0)::bigint as cents,
      min(${since}) as since
    from ${from}`
  /** Commissions of payouts that are under way: they are paid with them. */
  const ofPayouts = sql`payouts p join commissions c on c.payout_id = p.id
    where p.status in ('issued', 'approved', 'sent', 'rejected') and ${inPayout}`
  /** Commissions that a run of now would leave to their partners: they count once their documents and bank details are there. */
  const withheld = sql`commissions c where ${inPayout} and c.payout_id is null and ${isWithheld(now)}`
  const day = sql`(${now} at time zone 'UTC')::date`
  /** Commissions that may be paid and are due before an instant of the day or of the next one: whole days, and the rest. */
  const dueBefore = (set: SetRow['set'], isDue: RawBuilder<unknown>) => sql`
    select ${sql.lit(set)}::text, coalesce(sum(count), 0)::bigint, coalesce(sum(cents), 0)::bigint, null from (
      select count, amount_cents as cents from commission_due_totals where day < ${day}
      union all
      select 1, c.amount_cents from commissions c where ${inPayout} and ${isDue}
        and c.payable_by >= date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'
    ) days_and_rest`
  return sql<Waiting>`
    select waiting.*, ${isCash} as cash,
      (select c.created_at from commissions c where c.status = 'en_attente' and c.created_at > '-infinity'
        order by c.created_at, c.id limit 1) as oldest_pending,
      (select c.payable_by from commissions c where ${inPayout} and c.payout_id is null and not ${isWithheld(now)}
        order by c.payable_by limit 1) as oldest_due
    from (
      select 'pending'::text as set, coalesce(sum(count), 0)::bigint as count,
        coalesce(sum(amount_cents), 0)::bigint as cents, null::timestamptz as since
      from commission_totals where status = 'en_attente'
      union all ${sums('disputed', sql`commissions c where c.disputed and c.status = 'en_attente'`)}
      union all ${sums(
        'unlike',
        sql`(
          select c.* from commissions c where c.status = 'en_attente' and c.kind <> 'deal' and ${isCash}
          union all
          select c.* from commissions c
          where c.status = 'en_attente' and c.kind = 'deal' and c.reason is not null and ${isCash}
          union all
          select c.* from lead_terms t join commissions c on c.lead_id = t.lead_id
          where t.commission_basis <> (select commission_basis from programme_settings)
            and c.status = 'en_attente' and c.kind = 'deal' and c.reason is null
        ) c where not c.disputed`,
        sql`c.created_at`,
      )}
      union all ${sums(
        'to answer',
        sql`lead_registrations g join commissions c on c.lead_id = g.lead_id
        where g.state in ('submitted', 'appealed') and ${waitsFor('registration', now)}`,
      )}
      union all ${dueBefore('due', sql`c.payable_by < ${endOfToday(now)}`)}
      union all ${sums('due in payouts', sql`${ofPayouts} and c.payable_by < ${endOfToday(now)}`)}
      union all ${sums('late in payouts', sql`${ofPayouts} and c.payable_by <= ${now}`)}
      union all ${sums('due withheld', sql`${withheld} and c.payable_by < ${endOfToday(now)}`)}
      union all ${sums('late withheld', sql`${withheld} and c.payable_by <= ${now}`)}
      union all ${sums('own to validate', own('validation'), sql`c.created_at`)}
      union all ${sums('own to pay', own('due'), sql`c.validated_at`)}
      union all ${sums('late own', own('overdue'))}
      union all ${dueBefore('late', sql`c.payable_by <= ${now}`)}
    ) waiting`
})

interface Sum {
  readonly count: number
  readonly cents: number
}

const without = (all: Sum, ...others: readonly Sum[]): Sum => ({
  count: others.reduce((count, other) => count - other.count, all.count),
  cents: others.reduce((cents, other) => cents - other.cents, all.cents),
})

/**
 * Commissions by whom they wait for. The many are kept sums; only the few that differ are read: contested and own ones, those in
 * payouts or withheld, and pending ones whose lead does not become due as the programme says or whose registration waits for an
 * answer.
 */
export async function readCommissionRows(tx: Tx, { now }: Asking): Promise<TaskRow[]> {
  const rows = await waitingCommissions(tx, { now })
  const [first] = rows
  const of = (set: SetRow['set']) => rows.find((row) => row.set === set) ?? { count: 0, cents: 0, since: null }
  const unlike = of('unlike')
  const asUsual = without(of('pending'), of('disputed'), unlike)
  const isByPayment = first?.cash ?? false
  const [validation, client] = isByPayment ? [unlike, asUsual] : [asUsual, unlike]
  const [ownValidation, ownPayment] = [of('own to validate'), of('own to pay')]
  const payment = without(of('due'), of('due in payouts'), of('due withheld'), ownPayment)
  const late = without(of('late'), of('late in payouts'), of('late withheld'), of('late own'))
  const oldest = first?.oldest_pending ?? null
  const row = (kind: TaskKey, sum: Sum, more: Partial<TaskRow>): TaskRow => ({
    kind,
    apart: false,
    since: null,
    late_from: null,
    late: 0,
    late_cents: 0,
    id: '',
    partner_id: null,
    ...sum,
    ...more,
  })
  const due = first?.oldest_due ?? null
  return [
    row('commissionsToValidate', without(validation, of('to answer'), ownValidation), {
      since: isByPayment ? unlike.since : oldest,
    }),
    row('commissionsToValidate', ownValidation, { apart: true, since: ownValidation.since }),
    row('commissionsToPay', payment, { late: late.count, late_cents: late.cents, late_from: due }),
    row('commissionsToPay', ownPayment, { apart: true, since: ownPayment.since }),
    row('commissionsAwaitingClient', client, { since: isByPayment ? oldest : unlike.since }),
  ]
}
