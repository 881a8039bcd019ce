import { visitorPaths } from '#access/domain/visitor-paths.ts'
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
        m.complaintNote(),
      ],
      kept: [row.report],
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
  const { label, ...written } = write(row, settings)
  const url = `${config.publicUrl}${visitorPaths.privacyRequest}?token=${linkToken(config, 'people-request', row.id)}`
  return [{ kind: 'people_request', to: { userId: null, name: '', address: row.email }, ...written, button: { label, url } }]
}
