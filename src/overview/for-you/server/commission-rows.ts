import { type RawBuilder, sql } from 'kysely'
import { waitsFor } from '#money/commissions/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { TaskKey } from '../domain/task-kinds.ts'
import type { Asking, TaskRow } from './task-rows.ts'

type SetName = 'pending' | 'disputed' | 'unlike' | 'to answer' | 'own to validate'

interface SetRow {
  readonly set: SetName
  readonly count: number
  readonly cents: number
  readonly since: Date | null
}

interface Waiting extends SetRow {
  readonly cash: boolean
  readonly oldest_pending: Date | null
}

interface Parameters {
  readonly now: Date
}

const waitingCommissions = keptQuery<Parameters, Waiting>((_, parameter) => {
  const now = sql<Date>`${parameter('now')}::timestamptz`
  const own = sql`commissions c where c.partner_id = (select app.partner_id()) and ${waitsFor('validation', now)}`
  const isCash = sql`(select commission_basis = 'cash' from programme_settings)`
  const sums = (set: SetRow['set'], from: RawBuilder<unknown>, since = sql`null::timestamptz`) => sql`
    select ${sql.lit(set)}::text as set, count(*) as count, coalesce(sum(c.amount_cents), 0)::bigint as cents,
      min(${since}) as since
    from ${from}`
  return sql<Waiting>`
    select waiting.*, ${isCash} as cash,
      (select c.created_at from commissions c where c.status = 'en_attente' and c.created_at > '-infinity'
        order by c.created_at, c.id limit 1) as oldest_pending
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
      union all ${sums('own to validate', own, sql`c.created_at`)}
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
 * Commissions that are not validated by whom they wait for. The many are kept sums; only the few that differ are read: contested
 * and own ones, and pending ones whose lead does not become due as the programme says or whose registration waits for an
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
  const ownValidation = of('own to validate')
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
  return [
    row('commissionsToValidate', without(validation, of('to answer'), ownValidation), {
      since: isByPayment ? unlike.since : oldest,
    }),
    row('commissionsToValidate', ownValidation, { apart: true, since: ownValidation.since }),
    row('commissionsAwaitingClient', client, { since: isByPayment ? oldest : unlike.since }),
  ]
}
