import { pagePaths } from '#access/domain/page-paths.ts'
import { notOff, toldOfLead } from '#communication/notifications/server/told-queries.ts'
import { clientInSentence, clientName } from '#leads/domain/client-names.ts'
import { refusalReasonLabels } from '#leads/leads/domain/registration-states.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'

/** Mail to the lead's partner. Staff find what waits for them in their inbox. */
export const registrationEventHandlers: EventHandlers = {
  'registration.accepted': async (event, context) => {
    const { message, protectedUntil, isAutomatic } = event.after
    const end = protectedUntil && mailDay(new Date(protectedUntil), context.settings.timeZone)
    return toPartner(event, context, ({ company, number }) => ({
      subject: m.acceptedSubject({ company }),
      paragraphs: [
        isAutomatic ? m.acceptedByTime({ number, company }) : m.acceptedText({ number, company }),
        ...(end ? [m.leadProtectedUntil({ end })] : []),
        ...quoted(message),
      ],
    }))
  },
  'registration.confirmed': async (event, context) =>
    toPartner(event, context, ({ company, number }) => ({
      subject: m.confirmedSubject({ company }),
      paragraphs: [m.confirmedText({ number, company }), ...quoted(event.after.message)],
    })),
  'registration.refused': async (event, context) =>
    toPartner(event, context, ({ company, number }) => ({
      subject: m.refusedSubject({ company }),
      paragraphs: [
        m.refusedText({ number, company }),
        m.refusedReason({ reason: refusalReasonLabels[event.after.reason] }),
        ...quoted(event.after.message),
        m.mayAppeal(),
      ],
    })),
  'registration.merged': async (event, context) =>
    toPartner(event, context, ({ company, number }) => ({
      subject: m.mergedSubject({ company }),
      paragraphs: [m.mergedText({ number, company }), ...quoted(event.after.message)],
    })),
  'registration.extension_granted': async (event, context) => {
    const { message, protectedUntil } = event.after
    const end = protectedUntil && mailDay(new Date(protectedUntil), context.settings.timeZone)
    return toPartner(event, context, ({ company }) => ({
      subject: m.extendedSubject({ company }),
      paragraphs: [end ? m.extendedUntilText({ company, end }) : m.extendedText({ company }), ...quoted(message)],
    }))
  },
  'registration.extension_refused': async (event, context) =>
    toPartner(event, context, ({ company }) => ({
      subject: m.notExtendedSubject({ company }),
      paragraphs: [m.notExtendedText({ company }), ...quoted(event.after.message)],
    })),
  'registration.reminded': async (event, context) => {
    const { protectedUntil, daysLeft } = event.after
    const end = mailDay(new Date(protectedUntil ?? event.occurredAt), context.settings.timeZone)
    return toPartner(event, context, ({ company, extension }) => ({
      subject: m.protectedUntilSubject({ end, company }),
      paragraphs: [
        m.protectionEndsText({ company, end, days: daysLeft + 1 }),
        ...(extension === null ? [m.mayAskExtension()] : []),
      ],
    }))
  },
  'registration.expired': async (event, context) =>
    toPartner(event, context, ({ company }) => ({
      subject: m.endedSubject({ company }),
      paragraphs: [m.endedText({ company })],
    })),
  'lead.handed_over': async (event, context) => {
    if (event.after.together) return []
    return toPartner(event, context, (lead) => ({
      subject: m.entrustedSubject({ company: lead.company }),
      paragraphs: [
        m.entrustedText({ providerName: context.settings.providerName, client: lead.client }),
        ...quoted(event.after.message),
      ],
    }))
  },
  'lead.handed_away': async (event, context) => {
    // The partner no longer sees the lead, so neither a mark nor the daily mail can report it: the letter is sent at once, also
    // to those who chose the daily mail.
    if (!event.partnerId || event.after.together) return []
    const concern = { name: event.name, partnerId: event.partnerId, leadId: event.subjectId }
    const told = await toldOfLead(context.tx, concern, { kind: 'lead_registration', timings: notOff })
    const { name, company, message } = event.after
    return told.map((to) => ({
      kind: 'lead_registration',
      to,
      subject: m.handedAwaySubject({ company: clientName({ name, company }) }),
      paragraphs: [
        m.helloName({ name: to.name }),
        m.handedAwayText({ client: clientInSentence({ name, company }) }),
        ...quoted(message),
      ],
      kept: [message],
      button: { label: m.seeMyLeads(), url: `${context.config.publicUrl}${pagePaths.leads}` },
    }))
  },
}

/** What staff wrote about their decision. */
const messagesIn = (after: EventRecord['after']): string[] => (after && 'message' in after ? [String(after.message)] : [])

const quoted = (message: string): string[] => (message === '' ? [] : [m.quoted({ text: message })])

interface About {
  /** What stands for the client in a subject. */
  readonly company: string
  /** The person with the company, for a sentence. */
  readonly client: string
  readonly number: string
  readonly extension: string | null
}

/** To those of the partner whom the event concerns and who want it at once; nothing once the lead is gone. */
async function toPartner(
  event: EventRecord,
  { tx, config }: EventHandlerContext,
  write: (about: About) => { subject: string; paragraphs: readonly string[] },
): Promise<MailContent[]> {
  const { name, subjectId, partnerId, after } = event
  if (!subjectId || !partnerId) return []
  const about = await tx
    .selectFrom('leads as l')
    .innerJoin('lead_registrations as r', 'r.lead_id', 'l.id')
    .select(['l.name', 'l.company', 'r.number', 'r.extension_state as extension'])
    .where('l.id', '=', subjectId)
    .where('l.restricted_at', 'is', null)
    .executeTakeFirst()
  if (!about) return []
  const timings = ['at_once'] as const
  const told = await toldOfLead(tx, { name, partnerId, leadId: subjectId }, { kind: 'lead_registration', timings })
  const { subject, paragraphs } = write({ ...about, company: clientName(about), client: clientInSentence(about) })
  const button = { label: m.seeLead(), url: `${config.publicUrl}${pagePaths.leads}?lead=${subjectId}` }
  return told.map((to) => ({
    kind: 'lead_registration',
    to,
    subject,
    paragraphs: [m.helloName({ name: to.name }), ...paragraphs],
    kept: messagesIn(after),
    button,
  }))
}
