import { newsTiming, noNewsChoices } from '#communication/notifications/domain/news-mail.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { splitParagraphs } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { announcementsUrl, isRunning } from './queries.ts'

export const announcementEventHandlers: EventHandlers = { 'announcement.published': atOnce }

/**
 * One mail to each recipient who wants it at once and has not read it yet; none after it was withdrawn or has ended. Those who
 * joined later see it in the portal alone.
 */
async function atOnce(
  { subjectId, occurredAt }: EventRecord<'announcement.published'>,
  { tx, config, only }: EventHandlerContext,
): Promise<MailContent[]> {
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
  const paragraphs = splitParagraphs(body)
  return rows.flatMap((row): MailContent[] => {
    const choices = row.news_at_once
      ? { at_once: row.news_at_once, digest: row.news_digest ?? [], off: row.news_off ?? [] }
      : noNewsChoices
    if (newsTiming('announcement', choices) !== 'at_once') return []
    return [
      {
        kind: 'announcement',
        to: { userId: row.user_id, name: row.full_name, address: row.email },
        subject: title,
        paragraphs: [m.helloName({ name: row.full_name }), ...paragraphs],
        kept: [title, ...paragraphs, ...(link ? [link] : [])],
        ...(link ? { links: [{ text: link, url: link }] } : {}),
        button: { label: m.markAsRead(), url: announcementsUrl(config.publicUrl) },
      },
    ]
  })
}
