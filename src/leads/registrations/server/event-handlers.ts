import { type NewsTiming, newsTiming } from '#communication/lead-news/domain/news.ts'
import { newsChoices, readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchDay } from '#platform/server/mail/french-dates.ts'
import { refusalReasonLabels } from '../domain/registrations.ts'

/** Mail to the lead's partner. Staff find what waits for them in their inbox. */
export const registrationEventHandlers: EventHandlers = {
  'registration.accepted': async (event, context) => {
    const { message, protectedUntil, isAutomatic } = event.after
    const end = protectedUntil && frenchDay(new Date(protectedUntil), context.settings.timeZone)
    return toPartner(event, context, ({ company, number }) => ({
      subject: `Lead accepté : ${company}`,
      paragraphs: [
        isAutomatic
          ? `Votre inscription ${number} (${company}) est acceptée : elle a reçu une réponse favorable à la fin du délai.`
          : `Votre inscription ${number} (${company}) est acceptée.`,
        ...(end ? [`Le lead est protégé jusqu’au ${end}.`] : []),
        ...quoted(message),
      ],
    }))
  },
  'registration.confirmed': async (event, context) =>
    toPartner(event, context, ({ company, number }) => ({
      subject: `Lead confirmé : ${company}`,
      paragraphs: [
        `Votre inscription ${number} (${company}) a été examinée à nouveau et reste acceptée.`,
        ...quoted(event.after.message),
      ],
    })),
  'registration.refused': async (event, context) =>
    toPartner(event, context, ({ company, number }) => ({
      subject: `Lead refusé : ${company}`,
      paragraphs: [
        `Votre inscription ${number} (${company}) n’est pas acceptée.`,
        `Motif : ${refusalReasonLabels[event.after.reason]}.`,
        ...quoted(event.after.message),
        'Vous pouvez demander un réexamen une fois, dans votre espace.',
      ],
    })),
  'registration.merged': async (event, context) =>
    toPartner(event, context, ({ company, number }) => ({
      subject: `Lead regroupé : ${company}`,
      paragraphs: [
        `Votre inscription ${number} (${company}) a été regroupée avec un dossier déjà suivi.`,
        ...quoted(event.after.message),
      ],
    })),
  'registration.extension_granted': async (event, context) => {
    const { message, protectedUntil } = event.after
    const end = protectedUntil && frenchDay(new Date(protectedUntil), context.settings.timeZone)
    return toPartner(event, context, ({ company }) => ({
      subject: `Protection prolongée : ${company}`,
      paragraphs: [`La protection de ${company} est prolongée${end ? ` jusqu’au ${end}` : ''}.`, ...quoted(message)],
    }))
  },
  'registration.extension_refused': async (event, context) =>
    toPartner(event, context, ({ company }) => ({
      subject: `Prolongation refusée : ${company}`,
      paragraphs: [`La protection de ${company} n’est pas prolongée.`, ...quoted(event.after.message)],
    })),
  'registration.reminded': async (event, context) => {
    const { protectedUntil, daysLeft } = event.after
    const end = frenchDay(new Date(protectedUntil ?? event.occurredAt), context.settings.timeZone)
    return toPartner(event, context, ({ company, extension }) => ({
      subject: `Protection jusqu’au ${end} : ${company}`,
      paragraphs: [
        `La protection de ${company} se termine le ${end}, dans moins de ${daysLeft + 1} jours.`,
        ...(extension === null ? ['Vous pouvez demander une prolongation dans votre espace, une fois, avec un motif.'] : []),
      ],
    }))
  },
  'registration.expired': async (event, context) =>
    toPartner(event, context, ({ company }) => ({
      subject: `Protection terminée : ${company}`,
      paragraphs: [`La protection de ${company} est terminée. Le lead et son historique restent dans votre espace.`],
    })),
  'lead.handed_over': async (event, context) =>
    toPartner(event, context, ({ company, name }) => ({
      subject: `Un lead vous est confié : ${company}`,
      paragraphs: [
        `${context.settings.providerName} vous confie le suivi de ${name} (${company}), avec son historique et ses échanges.`,
        ...quoted(event.after.message),
      ],
    })),
  'lead.handed_away': async (event, context) => {
    // The partner no longer sees the lead, so neither a mark nor the daily mail can report it: the letter is sent at once, also
    // to those who chose the daily mail.
    if (!event.partnerId || (await readTiming(context.tx, event.partnerId)) === 'off') return []
    const to = await readReceiver(context.tx, event.partnerId)
    const { name, company, message } = event.after
    return [
      {
        kind: 'lead_registration',
        to,
        subject: `Lead transmis : ${company}`,
        paragraphs: [
          `Bonjour ${to.name},`,
          `Le suivi de ${name} (${company}) est confié à un autre apporteur. Ce que vous avez déjà gagné reste à vous.`,
          ...quoted(message),
        ],
        kept: [message],
        button: { label: 'Voir mes leads', url: `${context.config.publicUrl}${pagePaths.leads}` },
      },
    ]
  },
}

async function readTiming(tx: Tx, partnerId: string): Promise<NewsTiming> {
  return newsTiming('lead_registration', await newsChoices(tx, partnerId))
}

/** What staff wrote about their decision. */
const messagesIn = (after: EventRecord['after']): string[] => (after && 'message' in after ? [String(after.message)] : [])

const quoted = (message: string): string[] => (message === '' ? [] : [`« ${message} »`])

interface About {
  readonly name: string
  readonly company: string
  readonly number: string
  readonly extension: string | null
}

/** To the partner whom the event is for, if they want it at once; nothing once the lead is gone. */
async function toPartner(
  event: EventRecord,
  { tx, config }: EventHandlerContext,
  write: (about: About) => { subject: string; paragraphs: readonly string[] },
): Promise<Email[]> {
  const { subjectId, partnerId, after } = event
  if (!subjectId || !partnerId || (await readTiming(tx, partnerId)) !== 'at_once') return []
  const about = await tx
    .selectFrom('leads as l')
    .innerJoin('lead_registrations as r', 'r.lead_id', 'l.id')
    .select(['l.name', 'l.company', 'r.number', 'r.extension_state as extension'])
    .where('l.id', '=', subjectId)
    .executeTakeFirst()
  if (!about) return []
  const to = await readReceiver(tx, partnerId)
  const { subject, paragraphs } = write(about)
  const button = { label: 'Voir le lead', url: `${config.publicUrl}${pagePaths.leads}?lead=${subjectId}` }
  return [
    {
      kind: 'lead_registration',
      to,
      subject,
      paragraphs: [`Bonjour ${to.name},`, ...paragraphs],
      kept: messagesIn(after),
      button,
    },
  ]
}
