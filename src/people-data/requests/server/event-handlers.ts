import { sql } from 'kysely'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { currentReading, inLanguageOf, type Language, languageNamed, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { outcomeLabels, proofDays } from '../domain.ts'
import { m } from '../messages/messages.ts'
import type { RequestRow } from './queries.ts'

type Written = Pick<MailContent, 'subject' | 'paragraphs'> &
  Partial<Pick<MailContent, 'closing' | 'kept'>> & { readonly label: string }

/** Mail to whoever asked, with the link to their request; nobody who wrote or called without an address gets any. */
export const requestEventHandlers: EventHandlers = {
  'people_request.asked': (event, context) =>
    toPerson(context, event.after.requestId, (_, { providerName }) => ({
      subject: m.proveSubject({ providerName }),
      paragraphs: [m.hello(), m.proveText({ providerName })],
      label: m.itWasMe(),
      closing: m.proveClosing({ days: proofDays }),
    })),
  'people_request.extended': (event, context) =>
    toPerson(context, event.after.requestId, (row, { providerName, timeZone }) => ({
      subject: m.extendedSubject({ providerName }),
      paragraphs: [m.hello(), m.extendedText({ day: mailDay(row.due_at, timeZone) }), row.extension_reason],
      kept: [row.extension_reason],
      label: m.seeRequest(),
    })),
  'people_request.answered': (event, context) =>
    toPerson(context, event.after.requestId, (row, { providerName }) => ({
      subject: m.answeredSubject({ providerName }),
      paragraphs: [
        m.hello(),
        row.outcome ? outcomeLabels[row.outcome] : '',
        row.report,
        ...(row.open_until ? [m.archiveWaits()] : []),
        ...(row.refused_at ? [m.listed()] : []),
        m.complaintNote(),
      ],
      kept: [row.report, m.complaintNote()],
      label: m.seeRequest(),
    })),
}

async function toPerson(
  { tx, config, settings }: EventHandlerContext,
  id: string,
  write: (row: RequestRow, settings: EventHandlerContext['settings']) => Written,
): Promise<MailContent[]> {
  const row = await tx.selectFrom('people_requests').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.email === '') return []
  const language = await languageOf(tx, row)
  const reading = language ? readingIn(language, 'fr') : currentReading()
  const pageOf = (path: string, query: Record<string, string>) => {
    // The portal's own words are what whoever has chosen no language reads.
    const search = new URLSearchParams(language && language !== 'specified' ? { ...query, lang: language } : query).toString()
    return `${config.publicUrl}${path}${search && `?${search}`}`
  }
  const mail = inLanguageOf(reading, (): MailContent => {
    const { label, ...written } = write(row, settings)
    const url = pageOf(visitorPaths.privacyRequest, { token: linkToken(config, 'people-request', row.id) })
    return {
      kind: 'people_request',
      to: { userId: null, name: '', address: row.email },
      ...written,
      links: [{ text: m.allAboutData(), url: pageOf(visitorPaths.privacy, {}) }],
      button: { label, url },
    }
  })
  return [{ ...mail, reading }]
}

/** The language of the page where somebody asked; null for who wrote or called, or where it is not known any more. */
async function languageOf(tx: Tx, { id, received_at }: RequestRow): Promise<Language | null> {
  const asked = await tx
    .selectFrom('events')
    .select(sql<string | null>`after ->> 'language'`.as('language'))
    .where('name', '=', 'people_request.asked')
    .where('occurred_at', '=', received_at)
    .where(sql<boolean>`after ->> 'requestId' = ${id}`)
    .executeTakeFirst()
  return languageNamed(asked?.language)
}
