import { leadsPath } from '#access/domain/page-paths.ts'
import { type LeadNewsKind, newsTiming } from '#communication/notifications/domain/news-mail.ts'
import { readStageNames } from '#leads/stages/server/queries.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import {
  type EventHandlerContext,
  type EventHandlers,
  type EventRecord,
  statusChange,
} from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { isNewsTo, newsKindOf } from '../domain/news.ts'
import type { NewsEvent } from '../domain/news-events.ts'
import { m } from '../messages/messages.ts'
import { digestMail } from './digest-mail.ts'
import { actsFor, concernedByLead, type NewsMailReader, newsReaders } from './readers.ts'
import { leadUrl, type NewsLead, newsLeads, newsSentence, saidIn, staffWords } from './sentences.ts'

/** Mail about leads for those who want it at once, and the daily mail for the others. */
export const newsEventHandlers: EventHandlers = {
  'lead.created': atOnce,
  'lead.moved': atOnce,
  'lead.commented': atOnce,
  'news.digested': digestMail,
}

const maxLines = 20

/** What one request did to several leads of a partner is one mail for each reader. */
async function atOnce<Name extends NewsEvent>(event: EventRecord<Name>, context: EventHandlerContext): Promise<MailContent[]> {
  const { tx } = context
  const events = (await batchedEvents<Name>(tx, event)) as EventRecord<NewsEvent>[]
  const leads = await newsLeads(tx, [...new Set(events.flatMap(({ subjectId }) => subjectId ?? []))])
  if (leads.length === 0) return []
  const byPartner = await actsFor(tx, event)
  const readers = await newsReaders(tx, byPartner ? 'staff' : { partnerId: event.partnerId ?? '' })
  const leadIds = leads.map(({ id }) => id)
  const concerned = byPartner ? null : await concernedByLead(tx, event, leadIds)
  const [messages, stages] = [await saidIn(tx, events), await readStageNames(tx)]
  return readers
    .filter(({ isLocked }) => !isLocked)
    .flatMap((reader) => mailTo(reader, { events, leads, messages, stages, byPartner, concerned }, context))
}

interface Batch {
  /** Whether the one who did it acts for the partner. */
  readonly byPartner: boolean
  /** Whom of the partner each lead concerns; null where staff are told. */
  readonly concerned: ReadonlyMap<string, ReadonlySet<string>> | null
  readonly events: readonly EventRecord<NewsEvent>[]
  readonly leads: readonly NewsLead[]
  readonly messages: ReadonlyMap<string, string>
  readonly stages: ReadonlyMap<string, string>
}

function mailTo(reader: NewsMailReader, batch: Batch, { config, settings }: EventHandlerContext): MailContent[] {
  const { to, role, choices } = reader
  const news = batch.events.flatMap((event) => {
    const lead = batch.leads.find(({ id }) => id === event.subjectId)
    const isConcerned = !batch.concerned || (lead && batch.concerned.get(lead.id)?.has(to.userId))
    const isNews = isConcerned && isNewsTo({ ...reader, userId: to.userId }, { ...event, byPartner: batch.byPartner })
    const kind = isNews ? newsKindOf(role, event.name, statusChange(event).to) : null
    return lead && kind && newsTiming(kind, choices) === 'at_once' ? [{ event, lead, kind }] : []
  })
  const [first] = news
  if (!first) return []
  const who = role === 'admin' ? first.lead.partner_name : settings.providerName
  const lines = news.map(({ event, lead }) =>
    newsSentence(event, { who, lead, messages: batch.messages, stages: batch.stages, timeZone: settings.timeZone }),
  )
  const several = news.length > 1
  return [
    {
      kind: first.kind,
      to,
      subject: several ? m.newsOfLeadsBy({ who, count: news.length }) : subjects[first.kind](first.lead, who),
      paragraphs: [
        m.helloName({ name: to.name }),
        ...lines.slice(0, maxLines),
        ...(lines.length > maxLines ? [m.moreLines({ count: lines.length - maxLines })] : []),
      ],
      button: several
        ? { label: m.seeLeads(), url: `${config.publicUrl}${leadsPath(role)}` }
        : { label: m.openLead(), url: leadUrl(config.publicUrl, role, first.lead.id, [first.event]) },
      kept: news.flatMap(({ event }) => staffWords({ ...event, byPartner: batch.byPartner }, batch.messages)),
    },
  ]
}

const subjects: Readonly<Record<LeadNewsKind, (lead: NewsLead, who: string) => string>> = {
  lead_answered: ({ company }, who) => m.answeredSubject({ who, company }),
  lead_moved: ({ company }, who) => m.movedSubject({ who, company }),
  lead_lost: ({ company }) => m.lostSubject({ company }),
  lead_client: ({ company }) => m.clientSubject({ company }),
  lead_registration: ({ company }) => m.registrationSubject({ company }),
  partner_added_lead: ({ company }, who) => m.partnerAddedSubject({ who, company }),
  partner_answered: ({ company }, who) => m.partnerAnsweredSubject({ who, company }),
  partner_moved_lead: ({ company }, who) => m.partnerMovedSubject({ who, company }),
}
