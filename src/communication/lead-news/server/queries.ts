import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { Portal } from '#platform/server/portal.ts'
import { maxUnreadIds, type unreadRoutes } from '../api/unread.ts'
import type { UnreadEvent } from '../domain/news-events.ts'
import { maxUnreadCount, type UnreadPart, unreadParts } from '../domain/unread.ts'

/** Marks that nobody looked at for so long are taken away. */
const keptDays = 90

/** The ids of a person's unread leads, newest first; those that they may not see any more are left out. */
export async function unreadLeadIds(tx: Tx, userId: string): Promise<ReturnOf<typeof unreadRoutes.unreadLeads>> {
  const rows = await tx
    .selectFrom('unread_leads as u')
    .innerJoin('leads as l', 'l.id', 'u.lead_id')
    .select(['u.lead_id', 'u.part'])
    .where('u.user_id', '=', userId)
    .where('l.restricted_at', 'is', null)
    .orderBy('u.latest_at', 'desc')
    .orderBy('u.lead_id', 'desc')
    .limit(unreadParts.length * maxUnreadIds + 1)
    .execute()
  const all = [...new Set(rows.map((row) => row.lead_id))]
  const ids = all.slice(0, maxUnreadIds)
  const shownIds = new Set(ids)
  const of = (part: UnreadPart) => rows.flatMap((row) => (row.part === part && shownIds.has(row.lead_id) ? row.lead_id : []))
  return { ids, messages: of('messages'), details: of('details'), more: all.length > ids.length }
}

export interface NewestUnread {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly partner_id: string
  readonly partner_name: string
  readonly partner_deleted_at: Date | null
  readonly what: UnreadEvent
  readonly at: Date
  /** It counts all unread leads, up to `maxUnreadCount`. */
  readonly count: number
}

/** The newest unread leads of a person, with how many there are. */
export const newestUnread = keptQuery<{ userId: string; limit: number }, NewestUnread>(
  (_, parameter) => sql<NewestUnread>`
    with newest as (
      select u.lead_id, u.event_name, u.latest_at, l.name, l.company, l.partner_id
      from unread_leads u join leads l on l.id = u.lead_id
      where u.user_id = ${parameter('userId')} and l.restricted_at is null order by u.latest_at desc, u.lead_id desc
      limit ${unreadParts.length * maxUnreadCount}
    ), unread as (
      select * from (select distinct on (lead_id) * from newest order by lead_id, latest_at desc, event_name) latest
      order by latest_at desc, lead_id desc limit ${maxUnreadCount}
    )
    select u.lead_id as id, u.name, u.company, u.partner_id, p.full_name as partner_name, p.partner_deleted_at,
      u.event_name as what, u.latest_at as at, (select count(*) from unread) as count
    from unread u join ${partnerContacts} p on p.partner_id = u.partner_id
    order by u.latest_at desc, u.lead_id desc limit ${parameter('limit')}`,
)

export interface UnreadMessages {
  readonly lead_id: string
  readonly company: string
  readonly since: Date
}

/** Leads with messages that a person has not read, oldest first. */
export const unreadMessages = keptQuery<{ userId: string }, UnreadMessages>(
  (_, parameter) => sql<UnreadMessages>`
    select u.lead_id, l.client_name as company, u.since from unread_leads u join leads l on l.id = u.lead_id
    where u.user_id = ${parameter('userId')} and u.part = 'messages' and l.restricted_at is null
    order by u.since, u.lead_id limit ${sql.lit(maxUnreadCount)}`,
)

/** Takes old marks away. */
export async function sweepUnread({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - keptDays * 86_400_000)
  await database.asActor(system, async (tx) => {
    await tx.deleteFrom('unread_leads').where('latest_at', '<', oldest).execute()
    await tx.deleteFrom('news_digests').where('until', '<', oldest).execute()
  })
}
