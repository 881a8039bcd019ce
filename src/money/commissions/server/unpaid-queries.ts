import { sql } from 'kysely'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { CommissionKind, UnpaidState } from '../domain.ts'
import { clientOfCommission, dueBy, unpaidState, unsettledOrigin } from './queries.ts'

/** Commissions of each state that are read one by one; all of them are counted and added up. */
const maxOfState = 100

export interface UnpaidCommission {
  readonly id: string
  readonly kind: CommissionKind
  readonly state: UnpaidState
  readonly lead_id: string | null
  readonly company: string | null
  readonly description: string
  readonly amount_cents: number
  /** A clawback has the day of what it takes back from, while that is not settled. */
  readonly payable_by: Date | null
  readonly held_reason: string | null
  /** Since when it is as it is. */
  readonly since: Date
  /** How many are in this state, and their sum. */
  readonly count: number
  readonly cents: number
}

/**
 * Since when a commission is withheld: since its dispute was opened, else since it was held and not released again. What a
 * payment of the client split off a held commission has no event of its own: it waits since it was validated.
 */
const withheldSince = sql<Date>`coalesce(
  case when c.disputed then (
    select d.opened_at from disputes d where d.commission_id = c.id and d.state in ('open', 'answered')
  ) when c.held_reason is not null then (
    select min(e.occurred_at) from events e
    where e.subject_id = c.id and e.name = 'commission.held' and e.seq > coalesce(
      (select max(r.seq) from events r where r.subject_id = c.id and r.name = 'commission.released'), 0)
  ) end, c.validated_at, c.created_at)`

/** A partner's commissions that are neither paid nor in a payout, by what they wait for; the first due and the oldest first. */
export const unpaidCommissions = keptQuery<{ partnerId: string }, UnpaidCommission>(
  (_, parameter) => sql<UnpaidCommission>`
    select c.id, c.kind, c.state, c.lead_id, ${clientOfCommission} as company, c.description, c.amount_cents,
      c.due_by as payable_by, c.held_reason, c.count, c.cents, ${withheldSince} as since
    from (
      select c.*, row_number() over (partition by c.state order by coalesce(c.due_by, c.created_at), c.id) as place,
        count(*) over (partition by c.state) as count, (sum(c.amount_cents) over (partition by c.state))::bigint as cents
      from (
        select c.*, ${dueBy} as due_by, ${unpaidState} as state
        from commissions c left join lateral ${unsettledOrigin} origin on true
        where c.partner_id = ${parameter('partnerId')} and c.status <> 'paye' and c.payout_id is null
      ) c
    ) c left join leads l on l.id = c.lead_id
    where c.place <= ${sql.lit(maxOfState)}
    order by c.state, c.place`,
)

/** What is due to a partner and in no payout, clawbacks taken off, and its first day: the sum of the state `payable` above. */
export const payablePool = keptQuery<{ partnerId: string }, { cents: number; first: Date | null }>(
  (_, parameter) => sql<{ cents: number; first: Date | null }>`
    select coalesce(sum(c.amount_cents), 0)::bigint as cents, min(${dueBy}) as first
    from commissions c left join lateral ${unsettledOrigin} origin on true
    where c.partner_id = ${parameter('partnerId')} and c.status = 'valide' and c.payout_id is null
      and ${unpaidState} = 'payable'`,
)
