import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { requestMail } from '../domain/declaration-requests.ts'
import { m } from '../messages/messages.ts'
import { missingNow } from './declaration-queries.ts'

/** Mail to partners about whom a yearly declaration lacks data. */
export const declarationEventHandlers: EventHandlers = { 'das2.data_requested': dataRequestedMail }

/** Says what is lacking when it leaves; nothing is sent to who has completed it meanwhile. */
async function dataRequestedMail(
  event: EventRecord<'das2.data_requested'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  if (!event.subjectId) return []
  const missing = await missingNow(tx, event.subjectId)
  if (missing.length === 0) return []
  const { year } = event.after
  return mailToTold(tx, { name: event.name, partnerId: event.subjectId }, (to) => ({
    kind: 'document_requested',
    to,
    kept: [],
    ...requestMail({ name: to.name, providerName: settings.providerName, year, missing }),
    button: { label: m.completeMyData(), url: `${config.publicUrl}${pagePaths.billing}` },
  }))
}
