import { type InferResult, type RawBuilder, sql } from 'kysely'
import { pagePaths } from '#access/domain/page-paths.ts'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import { dayInSql } from '#platform/server/provider-calendar.ts'
import type { AnnouncementAudience } from '../domain.ts'

/** Whether the announcement `a` is shown unasked. */
export const isRunning = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(a.withdrawn_at is null and (a.ends_on is null or a.ends_on >= ${dayInSql(now)}))`

/** Whether the person of `column` has an announcement that they have not read and that is shown. */
export const hasAnnouncement = (column: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from announcement_recipients x join announcements a on a.id = x.announcement_id
    where x.user_id = ${sql.ref(column)} and x.read_at is null and ${isRunning(now)})`

/** The recipients of an announcement: all partners, those of a tier (its id), or the dormant ones. */
export type ChosenAudience =
  | { readonly audience: 'tier'; readonly tierId: string }
  | { readonly audience: Exclude<AnnouncementAudience, 'tier'> }

/** The people of the partners of an audience as they are now. The dormant: the same as `dormantSince` says of one partner. */
export function audienceQuery(tx: Tx, choice: ChosenAudience, now: Date) {
  const query = tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .innerJoin('partner_members as m', (join) => join.onRef('m.person_id', '=', 'p.user_id').on('m.until', 'is', null))
    .where(sql<boolean>`(r.role is null or r.role = 'partner')`)
    .where('p.joined_at', 'is not', null)
    .where('p.deleted_at', 'is', null)
  if (choice.audience === 'all') return query
  if (choice.audience === 'tier') {
    // The highest tier that the revenue reaches, as `app.tier_of`, for everybody in one statement.
    return query.leftJoin('partner_revenue as f', 'f.partner_id', 'm.partner_id').where(
      sql<boolean>`(select t.id from partner_tiers t
        where t.archived_at is null and t.min_revenue_cents <= coalesce(f.revenue_cents, 0)
        order by t.tier_order desc limit 1) = ${choice.tierId}`,
    )
  }
  const last = new Date(now.getTime() - dormantAfterDays * 86_400_000)
  return query
    .where('p.joined_at', '<=', last)
    .where(sql<boolean>`not exists (select from leads l where l.partner_id = m.partner_id and l.created_at > ${last})`)
}

export async function countAudience(tx: Tx, choice: ChosenAudience, now: Date): Promise<number> {
  const { count } = await audienceQuery(tx, choice, now).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

function announcements(tx: Tx) {
  return tx
    .selectFrom('announcements as a')
    .innerJoin('profiles as p', 'p.user_id', 'a.published_by')
    .selectAll('a')
    .select(['a.published_at as created_at', 'p.full_name as author_name', 'p.deleted_at as author_deleted_at'])
    .select([
      sql<number>`(select count(*) from announcement_recipients x where x.announcement_id = a.id)`.as('recipients'),
      sql<number>`(select count(x.read_at) from announcement_recipients x where x.announcement_id = a.id)`.as('read'),
    ])
}

export type ListedAnnouncement = InferResult<ReturnType<typeof announcements>>[number]

interface Page {
  readonly after: Position | null
  readonly limit: number
}

/** For staff, newest first, with one row more than the limit. */
export function listAnnouncements(tx: Tx, { after, limit }: Page): Promise<ListedAnnouncement[]> {
  let query = announcements(tx)
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(a.published_at, a.id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

export function findAnnouncement(tx: Tx, id: string): Promise<ListedAnnouncement | undefined> {
  return announcements(tx).where('a.id', '=', id).executeTakeFirst()
}

/** To a partner, newest first, with one row more than the limit. Those that were withdrawn are hidden from partners. */
export function announcementsTo(tx: Tx, userId: string, which: 'all' | 'unread', now: Date, { after, limit }: Page) {
  let query = tx
    .selectFrom('announcement_recipients as x')
    .innerJoin('announcements as a', 'a.id', 'x.announcement_id')
    .select(['a.id', 'a.title', 'a.body', 'a.link', 'a.ends_on', 'a.published_at', 'a.published_at as created_at', 'x.read_at'])
    .where('x.user_id', '=', userId)
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (which === 'unread') query = query.where('x.read_at', 'is', null).where(isRunning(now))
  if (after) query = query.where(sql<boolean>`(a.published_at, a.id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

export type ReceivedAnnouncement = Awaited<ReturnType<typeof announcementsTo>>[number]

/** Who has read an announcement, latest first, or who has not, those who joined last first; one row more than the limit. */
export function listReceipts(tx: Tx, announcementId: string, read: boolean, { after, limit }: Page) {
  const at = read ? sql<Date>`x.read_at` : sql<Date>`p.joined_at`
  let query = tx
    .selectFrom('announcement_recipients as x')
    .innerJoin('profiles as p', 'p.user_id', 'x.user_id')
    .select(['x.user_id as id', 'p.full_name', 'p.deleted_at', 'x.read_at', at.as('created_at')])
    .where('x.announcement_id', '=', announcementId)
    .where('x.read_at', read ? 'is not' : 'is', null)
    .orderBy(at, 'desc')
    .orderBy('x.user_id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(${at}, x.user_id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

export type ListedReceipt = Awaited<ReturnType<typeof listReceipts>>[number]

/** The address at which partners read announcements. */
export const announcementsUrl = (publicUrl: string) => `${publicUrl}${pagePaths.home}?account=announcements`

/** Announcements of a span that a person has not read, oldest first, for the daily mail. */
export async function unreadAnnouncements(
  tx: Tx,
  userId: string,
  { since, until }: { readonly since: Date | null; readonly until: Date },
): Promise<{ id: string; title: string }[]> {
  return tx
    .selectFrom('announcement_recipients as x')
    .innerJoin('announcements as a', 'a.id', 'x.announcement_id')
    .select(['a.id', 'a.title'])
    .where('x.user_id', '=', userId)
    .where('x.read_at', 'is', null)
    .where('a.published_at', '>', since ?? new Date(0))
    .where('a.published_at', '<=', until)
    .where(isRunning(until))
    .orderBy('a.published_at')
    .execute()
}

export interface AnnouncementToRead {
  readonly id: string
  readonly title: string
  readonly since: Date
}

/** What is shown unasked to a person, since they have not read it, oldest first. */
export async function announcementsToRead(tx: Tx, userId: string, now: Date): Promise<AnnouncementToRead[]> {
  return tx
    .selectFrom('announcement_recipients as x')
    .innerJoin('announcements as a', 'a.id', 'x.announcement_id')
    .select(['a.id', 'a.title', 'a.published_at as since'])
    .where('x.user_id', '=', userId)
    .where('x.read_at', 'is', null)
    .where(isRunning(now))
    .orderBy('a.published_at')
    .limit(20)
    .execute()
}

/**
 * Whether the person `p` has chosen announcements for the daily mail (unasked they are mailed at once) and has one that they have
 * not read, of the time after `last.until`.
 */
export const awaitsDigest = (until: Date) => sql<boolean>`exists (
  select from notification_choices n join announcement_recipients x on x.user_id = n.user_id
    join announcements a on a.id = x.announcement_id
  where n.user_id = p.user_id and 'announcement' = any (n.news_digest) and x.read_at is null and a.withdrawn_at is null
    and a.published_at <= ${until} and a.published_at > coalesce(last.until, '-infinity'))`
