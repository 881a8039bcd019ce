import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { notOff, toldOfLead } from '#communication/notifications/server/told-queries.ts'
import { clientInSentence, clientName } from '#leads/domain/client-names.ts'
import type { ClientAnswer } from '#leads/leads/domain/leads.ts'
import { noticeOfMail } from '#leads/notices/server/queries.ts'
import { clientListHolds } from '#leads/refused-contacts/server/guards.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { closedObstacle } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { wantsNoMail } from './client-address-commands.ts'
import { clientToken } from './client-link-guards.ts'
import { clientMail } from './client-mail.ts'

/** Mail to the client, with one button; and to the partner about what the client did. */
export const clientConfirmationEventHandlers: EventHandlers = {
  'lead.client_asked': (event, context) => toClient(event.after.confirmationId, context),
  'lead.introduced': async (event, context) => [
    ...(event.after.isMailed ? await toClient(event.after.confirmationId, context) : []),
    ...(await toPartner(event, context, (lead) => ({
      subject: m.detailsLeftSubject({ company: clientName(lead) }),
      sentence: m.detailsLeftText({ client: clientInSentence(lead) }),
    }))),
  ],
  'lead.client_answered': (event, context) =>
    toPartner(event, context, (lead) => ({
      subject: m.answerSubject({ company: clientName(lead) }),
      sentence: answers[event.after.answer](clientInSentence(lead)),
    })),
}

const answers: Readonly<Record<ClientAnswer, (client: string) => string>> = {
  yes: (client) => m.clientConfirms({ client }),
  other: (client) => m.clientNamesOther({ client }),
  no: (client) => m.clientDenies({ client }),
  never: (client) => m.clientWantsNoQuestion({ client }),
}

/**
 * The question as it stands: nothing once it is answered or about something else, once the lead is lost or its registration
 * closed, or if the address wants no mail, or nobody knows whether it does.
 */
async function toClient(id: string, { tx, config, settings }: EventHandlerContext): Promise<MailContent[]> {
  const row = await tx
    .selectFrom('client_confirmations as c')
    .innerJoin('leads as l', 'l.id', 'c.lead_id')
    .innerJoin('lead_registrations as r', 'r.lead_id', 'c.lead_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.partner_id')
    .select(['c.id', 'c.lead_id', 'c.email', 'c.left_at', 'l.name', 'l.company', 'p.full_name as partner', 'l.status', 'r.state'])
    .where('c.id', '=', id)
    .where('c.voided_at', 'is', null)
    .where('c.answer', 'is', null)
    .where('l.restricted_at', 'is', null)
    .executeTakeFirst()
  if (!row || closedObstacle(row.status, row.state) || !(await clientListHolds(tx))) return []
  if (await wantsNoMail(tx, config, row.email)) return []
  const notice = await noticeOfMail(tx, row.lead_id)
  return [clientMail(config, settings, { ...row, isLeft: row.left_at !== null, notice }, clientToken(config, row))]
}

interface About {
  readonly name: string
  readonly company: string
}

/** Mails those of the partner at once who have not switched it off: a client is waiting. A deleted lead has no mail. */
async function toPartner(
  { name, subjectId, partnerId }: EventRecord<'lead.introduced' | 'lead.client_answered'>,
  { tx, config }: EventHandlerContext,
  write: (about: About) => { readonly subject: string; readonly sentence: string },
): Promise<MailContent[]> {
  if (!subjectId || !partnerId) return []
  const lead = await tx
    .selectFrom('leads')
    .select(['name', 'company'])
    .where('id', '=', subjectId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!lead) return []
  const told = await toldOfLead(tx, { name, partnerId, leadId: subjectId }, { kind: 'lead_client', timings: notOff })
  const { subject, sentence } = write(lead)
  const button = { label: m.seeLead(), url: `${config.publicUrl}${pagePaths.leads}?lead=${subjectId}` }
  return told.map((to) => {
    const paragraphs = [m.helloName({ name: to.name }), sentence]
    return { kind: 'lead_client', to, subject, paragraphs, button }
  })
}
