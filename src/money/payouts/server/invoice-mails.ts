import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { m } from '../messages/messages.ts'

/** Mail to partners about their own invoices. */
export const uploadedInvoiceEventHandlers: EventHandlers = { 'payout.invoice_refused': refusedMail }

async function refusedMail(
  event: EventRecord<'payout.invoice_refused'>,
  { tx, config }: EventHandlerContext,
): Promise<MailContent[]> {
  const payout = await tx
    .selectFrom('payouts')
    .select(['partner_id', 'reference', 'status'])
    .where('id', '=', event.subjectId)
    .executeTakeFirst()
  if (!payout || payout.status === 'cancelled') return []
  const { number, reason } = event.after
  return mailToTold(tx, { name: event.name, partnerId: payout.partner_id }, (to) => ({
    kind: 'document_requested',
    to,
    subject: m.refusedSubject({ number }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.refusedText({ number, reference: payout.reference }),
      m.refusedReason({ reason }),
      m.uploadCorrected(),
    ],
    kept: [reason],
    button: {
      label: m.uploadInvoice(),
      url: `${config.publicUrl}${pagePaths.payouts}?payout=${event.subjectId ?? ''}`,
    },
  }))
}
