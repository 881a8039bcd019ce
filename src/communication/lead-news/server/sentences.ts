import type { Role } from '#access/domain/actor.ts'
import { leadsPath } from '#access/domain/page-paths.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { lossText } from '#leads/leads/domain/lost-leads.ts'
import { refusalReasonLabels } from '#leads/leads/domain/registration-states.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventRecord } from '#platform/server/events/event-record.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import type { DigestEvent } from '../domain/news-events.ts'
import { leadAddress, unreadPartOf } from '../domain/unread.ts'
import { m } from '../messages/messages.ts'

/** A lead that mail is about. */
export interface NewsLead {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly partner_id: string
  readonly partner_name: string
}

export function newsLeads(tx: Tx, ids: readonly string[]): Promise<NewsLead[]> {
  if (ids.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('leads as l')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
    .select(['l.id', 'l.name', 'l.company', 'l.partner_id', 'p.full_name as partner_name'])
    .where('l.id', 'in', ids)
    .where('l.restricted_at', 'is', null)
    .execute()
}

/** Texts of comments by their ids. */
export async function saidIn(tx: Tx, events: readonly EventRecord<DigestEvent>[]): Promise<ReadonlyMap<string, string>> {
  const ids = events.flatMap((event) => (event.name === 'lead.commented' ? event.after.commentId : []))
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('lead_comments').select(['id', 'body']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** The text that staff wrote in an event; texts of partners are left out. */
export function staffWords(
  event: EventRecord<DigestEvent> & { readonly byPartner: boolean },
  messages: ReadonlyMap<string, string>,
): string[] {
  if (event.actorId === null || event.byPartner) return []
  if (event.name === 'lead.commented') return [messages.get(event.after.commentId) ?? '']
  return event.after && 'message' in event.after ? [event.after.message] : []
}

/** The address of a lead about which something is told: a message is shown in its thread. */
export function leadUrl(publicUrl: string, role: Role, leadId: string, events: readonly EventRecord<DigestEvent>[]): string {
  const part = events.some(({ name }) => unreadPartOf(name) === 'messages') ? 'messages' : 'details'
  return `${publicUrl}${leadsPath(role)}?${leadAddress(leadId, part)}`
}

const maxQuoted = 300

const shortened = (text: string) => (text.length > maxQuoted ? `${text.slice(0, maxQuoted).trimEnd()}…` : text)

interface Telling {
  readonly who: string
  readonly lead: NewsLead
  readonly messages: ReadonlyMap<string, string>
  /** What each stage is called. */
  readonly stages: ReadonlyMap<string, string>
  readonly timeZone: string
}

/** What happened, as one sentence with its subject: 'Acme a déplacé Boulangerie Bernard de « Appel » à « Signé ».' */
export function newsSentence(event: EventRecord<DigestEvent>, { who, lead, messages, stages, timeZone }: Telling): string {
  const about = lead.company === '' ? lead.name : `${lead.company} (${lead.name})`
  switch (event.name) {
    case 'lead.created':
      return m.createdText({ who, about })
    case 'lead.commented':
      return m.commentedText({ who, about, text: shortened(messages.get(event.after.commentId) ?? '') })
    case 'lead.moved': {
      const move = {
        who,
        about,
        from: stages.get(event.before.status) ?? '',
        to: stages.get(event.after.status) ?? '',
      }
      return event.after.loss ? m.movedBecause({ ...move, reason: lossText(event.after.loss) }) : m.movedText(move)
    }
    case 'lead.handed_over':
      return withMessage(m.handedOver({ who, about }), event.after.message)
    case 'lead.shared':
      return m.leadShared({ who, about })
    case 'lead.passed':
      return m.passedOn({ about })
    case 'registration.accepted':
      return withMessage(m.accepted({ who, about, ...endOf(event.after.protectedUntil, timeZone) }), event.after.message)
    case 'registration.confirmed':
      return withMessage(m.confirmed({ who, about }), event.after.message)
    case 'registration.refused':
      return withMessage(m.refused({ who, about, reason: refusalReasonLabels[event.after.reason] }), event.after.message)
    case 'registration.merged':
      return withMessage(m.merged({ who, about }), event.after.message)
    case 'registration.extension_granted':
      return withMessage(m.extended({ who, about, ...endOf(event.after.protectedUntil, timeZone) }), event.after.message)
    case 'registration.extension_refused':
      return withMessage(m.notExtended({ who, about }), event.after.message)
    case 'registration.reminded':
      return m.protectionEnds({ about, ...endOf(event.after.protectedUntil, timeZone) })
    case 'registration.expired':
      return m.protectionEnded({ about })
  }
}

const withMessage = (sentence: string, message: string): string =>
  message === '' ? sentence : `${sentence} ${m.quoted({ text: shortened(message) })}`

/** Whether a protection has an end, and its day. */
const endOf = (end: string | null, timeZone: string) =>
  end === null ? { hasEnd: 'no', day: '' } : { hasEnd: 'yes', day: mailDay(new Date(end), timeZone) }
