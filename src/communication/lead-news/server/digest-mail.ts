import { sql } from 'kysely'
import { pagePaths } from '#access/domain/page-paths.ts'
import { announcementsUrl, unreadAnnouncements } from '#communication/announcements/server/queries.ts'
import { newsTiming } from '#communication/notifications/domain/news-mail.ts'
import { clientName } from '#leads/domain/client-names.ts'
import { readStageNames } from '#leads/stages/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import {
  type EventHandlerContext,
  type EventRecord,
  isEmptied,
  readEvent,
  statusChange,
} from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { isNewsTo, newsKindOf } from '../domain/news.ts'
import { type DigestEvent, digestEvents } from '../domain/news-events.ts'
import { m } from '../messages/messages.ts'
import { type NewsMailReader, newsReaders } from './readers.ts'
import { leadUrl, type NewsLead, newsLeads, newsSentence, saidIn, staffWords } from './sentences.ts'

/** Leads of one mail; the others are counted. */
const maxLeads = 30

interface Span {
  /** The start of the span to report; null reports everything unread. */
  readonly since: Date | null
  readonly until: Date
}

/**
 * What happened in a span that a reader wants with the daily mail and has not looked at, oldest first. What was read in the
 * portal before the mail leaves is not told again.
 */
async function eventsToTell(
  tx: Tx,
  reader: NewsMailReader,
  span: Span,
): Promise<(EventRecord<DigestEvent> & { byPartner: boolean })[]> {
  const { to, role, isLocked, choices } = reader
  if (isLocked) return []
  const rows = await tx
    .selectFrom('unread_leads as u')
    .innerJoin('events as e', 'e.subject_id', 'u.lead_id')
    .selectAll('e')
    .select(sql<boolean>`app.acts_for(e.actor_id, e.partner_id)`.as('by_partner'))
    .where('u.user_id', '=', to.userId)
    .where('u.latest_at', '>', span.since ?? new Date(0))
    .where('e.name', 'in', digestEvents)
    .$narrowType<{ name: DigestEvent }>()
    .whereRef('e.occurred_at', '>=', 'u.since')
    .where(sql<boolean>`(e.name = 'lead.commented') = (u.part = 'messages')`)
    .where('e.occurred_at', '>', span.since ?? new Date(0))
    .where('e.occurred_at', '<=', span.until)
    // Leaves out the months before.
    .where('e.id', '>=', sql<string>`app.first_event_id(${span.since ?? new Date(0)})`)
    .orderBy('e.seq')
    .execute()
  return rows
    .filter((row) => !isEmptied(row))
    .map((row) => ({ ...readEvent<DigestEvent>(row), byPartner: row.by_partner }))
    .filter((event) => {
      const passedTo = event.name === 'lead.passed' ? event.after.personId : null
      const isNews = isNewsTo({ ...reader, userId: to.userId }, { ...event, passedTo })
      const kind = isNews ? newsKindOf(role, event.name, statusChange(event).to) : null
      return kind !== null && newsTiming(kind, choices) === 'digest'
    })
}

/** Announcements that a reader wants with the daily mail and has not read. */
function digestAnnouncements(tx: Tx, { to, role, choices }: NewsMailReader, span: Span) {
  const isWanted = role === 'partner' && newsTiming('announcement', choices) === 'digest'
  return isWanted ? unreadAnnouncements(tx, to.userId, span) : []
}

/** Whether there is anything to say in somebody's daily mail. */
export async function isWorthMail(tx: Tx, reader: NewsMailReader, span: Span): Promise<boolean> {
  const [events, announcements] = [await eventsToTell(tx, reader, span), await digestAnnouncements(tx, reader, span)]
  return events.length + announcements.length > 0
}

/** The daily mail: what the team tells its partners, and each lead with what happened and a link to it. */
export async function digestMail(event: EventRecord<'news.digested'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { tx, config, settings } = context
  const [reader] = await newsReaders(tx, { ids: [event.subjectId ?? ''] })
  if (!reader) return []
  const { since, until } = event.after
  const span = { since: since === null ? null : new Date(since), until: new Date(until) }
  const events = await eventsToTell(tx, reader, span)
  const announcements = await digestAnnouncements(tx, reader, span)
  const leads = await newsLeads(tx, [...new Set(events.map(({ subjectId }) => subjectId ?? ''))])
  const [messages, stages] = [await saidIn(tx, events), await readStageNames(tx)]
  const { to, role } = reader
  const [announcement] = announcements
  if (leads.length === 0 && !announcement) return []
  const announcementLines = announcements.map(({ title }) => ({
    text: m.announcementLine({ title }),
    url: announcementsUrl(config.publicUrl),
  }))
  const links = leads.slice(0, maxLeads).map((lead) => {
    const who = role === 'admin' ? lead.partner_name : settings.providerName
    const ofLead = events.filter(({ subjectId }) => subjectId === lead.id)
    return {
      text: ofLead.map((each) => newsSentence(each, { who, lead, messages, stages, timeZone: settings.timeZone })).join(' '),
      url: leadUrl(config.publicUrl, role, lead.id, ofLead),
    }
  })
  return [
    {
      kind: 'news_digest',
      to,
      subject: digestSubject(announcement?.title, leads),
      paragraphs: [m.helloName({ name: to.name }), m.sinceLastVisit()],
      links: [...announcementLines, ...links],
      ...(leads.length > maxLeads ? { closing: m.moreLeads({ count: leads.length - maxLeads }) } : {}),
      button: { label: m.openMySpace(), url: `${config.publicUrl}${pagePaths.home}` },
      kept: [...announcements.map(({ title }) => title), ...events.flatMap((each) => staffWords(each, messages))],
    },
  ]
}

function digestSubject(title: string | undefined, leads: readonly NewsLead[]): string {
  const [lead, ...others] = leads
  if (title !== undefined) return lead ? m.announcementAndNews({ title }) : title
  return others.length > 0 ? m.newsOfLeads({ count: leads.length }) : m.newsOf({ company: lead ? clientName(lead) : '' })
}
