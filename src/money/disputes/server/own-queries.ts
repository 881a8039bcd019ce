import { sql } from 'kysely'
import { clientOfCommission } from '#money/commissions/server/queries.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'

export interface DisputeToReply {
  readonly id: string
  readonly lead_id: string | null
  /** The company of its lead, or what staff wrote of a commission without one. */
  readonly about: string | null
  readonly since: Date
  /** The contested commission; null for one that is missing. */
  readonly commission_id: string | null
  readonly amount_cents: number | null
  readonly payout_id: string | null
  readonly paid: boolean
}

/** A partner's disputes that staff have answered, oldest first. */
export const disputesToReply = keptQuery<{ partnerId: string }, DisputeToReply>(
  (_, parameter) => sql<DisputeToReply>`
    select d.id, d.lead_id, coalesce(${clientOfCommission}, nullif(c.description, '')) as about,
      coalesce(d.answered_at, d.opened_at) as since, c.id as commission_id, c.amount_cents, c.payout_id,
      coalesce(c.status = 'paye', false) as paid
    from disputes d left join commissions c on c.id = d.commission_id left join leads l on l.id = d.lead_id
    where d.partner_id = ${parameter('partnerId')} and d.state = 'answered'
    order by since, d.id limit 50`,
)
