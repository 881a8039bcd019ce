import { sql } from 'kysely'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import { reminderDays, type VigilanceKind } from '../domain.ts'

export interface DocumentToSend {
  readonly kind: VigilanceKind
  readonly label: string
  /** `ending`: the one that is there counts until `ends_on`. */
  readonly state: 'requested' | 'refused' | 'expired' | 'ending'
  /** Whether there is one that counts today, so that no payment waits for another. */
  readonly counts: boolean
  readonly requested_at: Date | null
  readonly refused_at: Date | null
  /** Why the last one was refused. */
  readonly reason: string | null
  /** The last day of the newest that was verified, as '2026-03-05'; null without one, and if it has no end. */
  readonly ends_on: string | null
}

/** Documents that a partner may send now: asked for, refused, expired or ending soon, unless one is being checked. */
export const documentsToSend = keptQuery<{ partnerId: string; now: Date }, DocumentToSend>((_, parameter) => {
  const partnerId = parameter('partnerId')
  const today = sql`(${parameter('now')}::timestamptz at time zone ${zoneInSql})::date`
  return sql<DocumentToSend>`
    select d.kind, d.label, l.partner_id is null as counts, d.requested_at,
      last.decided_at as refused_at, last.refuse_reason as reason, nullif(d.ends_on, 'infinity')::text as ends_on,
      case when l.partner_id is null then case when d.requested_at is null then 'ending' else 'requested' end
        when last.status = 'refused' then 'refused' when l.ended_on is not null then 'expired' else 'requested' end as state
    from (
      select kind, min(label) as label, lower(label) as label_key,
        max(requested_at) filter (where status = 'requested') as requested_at,
        max(coalesce(expires_on, 'infinity')) filter (where status = 'verified') as ends_on
      from vigilance_documents where partner_id = ${partnerId} and status <> 'withdrawn'
      group by kind, lower(label) having not bool_or(status = 'received')
    ) d
    left join app.lacking_documents(${today}) l
      on l.partner_id = ${partnerId} and l.kind = d.kind and lower(l.label) = d.label_key
    cross join lateral (
      select o.status, case when o.status = 'refused' then o.decided_at end as decided_at, o.refuse_reason
      from vigilance_documents o
      where o.partner_id = ${partnerId} and o.kind = d.kind and lower(o.label) = d.label_key and o.status <> 'withdrawn'
      order by coalesce(o.received_at, o.requested_at) desc, o.id desc limit 1
    ) last
    where l.partner_id is not null or d.requested_at is not null or d.ends_on <= ${today} + ${sql.lit(reminderDays[0])}
    order by d.kind, d.label limit 50`
})
