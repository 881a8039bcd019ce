import { sql } from 'kysely'
import { paragraphsOf } from '#domain/announcements.ts'
import { newsTiming, noNewsChoices } from '#domain/news.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '../activity/event-record.ts'
import type { Tx } from '../db/database.ts'
import type { Email } from '../mail/email.ts'
import { isRunning } from './queries.ts'

/** Where partners read announcements. */
export const announcementsUrl = (publicUrl: string) => `${publicUrl}/dashboard?account=announcements`

export const announcementEventHandlers: EventHandlers = { 'announcement.published': atOnce }

/**
 * One mail to each recipient who wants it at once and has not read it yet; none after it was withdrawn or has ended. Those who
 * joined later see it in the portal alone.
 */
async function atOnce(
  { subjectId, occurredAt }: EventRecord<'announcement.published'>,
  { tx, config, only }: EventHandlerContext,
): Promise<Email[]> {
  const announcement = await tx
    .selectFrom('announcements as a')
    .select(['a.id', 'a.title', 'a.body', 'a.link'])
    .where('a.id', '=', subjectId)
    .where(isRunning(occurredAt))
    .executeTakeFirst()
  if (!announcement) return []
  const rows = await tx
    .selectFrom('announcement_recipients as x')
    .innerJoin('profiles as p', 'p.user_id', 'x.user_id')
    .leftJoin('notification_choices as n', 'n.user_id', 'x.user_id')
    .select(['p.user_id', 'p.full_name', 'p.email', 'n.news_at_once', 'n.news_digest', 'n.news_off'])
    .where('x.announcement_id', '=', announcement.id)
    .where('x.read_at', 'is', null)
    .where('p.joined_at', '<=', occurredAt)
    .$if(Boolean(only), (query) => query.where('x.user_id', '=', only ?? ''))
    .execute()
  const { title, body, link } = announcement
  const paragraphs = paragraphsOf(body)
  return rows.flatMap((row): Email[] => {
    const choices = row.news_at_once
      ? { at_once: row.news_at_once, digest: row.news_digest ?? [], off: row.news_off ?? [] }
      : noNewsChoices
    if (newsTiming('announcement', choices) !== 'at_once') return []
    return [
      {
        kind: 'announcement',
        to: { userId: row.user_id, name: row.full_name, address: row.email },
        subject: title,
        paragraphs: [`Bonjour ${row.full_name},`, ...paragraphs],
        ...(link ? { links: [{ text: link, url: link }] } : {}),
        button: { label: 'Marquer comme lu', url: announcementsUrl(config.publicUrl) },
      },
    ]
  })
}

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

/**
 * Whether the person `p` has chosen announcements for the daily mail (unasked they are mailed at once) and has one that they have
 * not read, of the time after `last.until`.
 */
export const awaitsDigest = (until: Date) => sql<boolean>`exists (
  select from notification_choices n join announcement_recipients x on x.user_id = n.user_id
    join announcements a on a.id = x.announcement_id
  where n.user_id = p.user_id and 'announcement' = any (n.news_digest) and x.read_at is null and a.withdrawn_at is null
    and a.published_at <= ${until} and a.published_at > coalesce(last.until, '-infinity'))`
