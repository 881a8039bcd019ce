import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { noonOf } from '#platform/server/provider-calendar.ts'
import { m } from '../messages/messages.ts'

/** Mails with documents that were issued in the partner's name; switched off with the other mails about payouts. */
export const invoiceEventHandlers: EventHandlers = {
  'invoice.made': madeMail,
  'payout.document_status': notTransmittedMail,
}

async function madeMail(
  event: EventRecord<'invoice.made'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const row = await tx
    .selectFrom('invoices as i')
    .innerJoin('invoice_files as f', 'f.invoice_id', 'i.id')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .select(['i.kind', 'i.reference', 'i.partner_id', 'i.payout_id', 'i.total_cents', 'f.file_id', 'p.status'])
    .select(['p.reference as payout', 'p.contest_until'])
    .where('i.id', '=', event.subjectId)
    .executeTakeFirst()
  if (!row) return []
  const amount = formatEurosExact(row.total_cents)
  const { kind, reference, payout } = row
  return mailToTold(tx, { name: event.name, partnerId: row.partner_id }, (to) => ({
    kind: 'payout_issued',
    to,
    subject: m.madeSubject({ kind, reference, amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.madeText({ provider: settings.providerName, kind, reference, amount, payout }),
      ...(row.status === 'issued' ? [m.acceptedWithStatement({ until: mailDay(row.contest_until, settings.timeZone) })] : []),
    ],
    button: { label: m.seeStatement(), url: `${config.publicUrl}${pagePaths.payouts}?payout=${row.payout_id}` },
    attachment: { fileId: row.file_id, name: `${row.reference}.pdf`, purpose: 'invoice' },
  }))
}

/** The platform found none of the partner's: what that means, what to do, and a copy of the document. */
async function notTransmittedMail(
  event: EventRecord<'payout.document_status'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  if (event.after?.status !== 'not_transmitted') return []
  const row = await tx
    .selectFrom('invoices as i')
    .leftJoin('invoice_files as f', 'f.invoice_id', 'i.id')
    .select(['i.kind', 'i.reference', 'i.partner_id', 'i.total_cents', 'f.file_id'])
    .where('i.id', '=', event.after.invoiceId)
    .executeTakeFirst()
  if (!row) return []
  const { kind, reference } = row
  const amount = formatEurosExact(row.total_cents)
  const day = mailDay(noonOf(event.after.on, settings.timeZone), settings.timeZone)
  return mailToTold(tx, { name: event.name, partnerId: row.partner_id }, (to) => ({
    kind: 'payout_issued',
    to,
    subject: m.notTransmittedSubject({ kind, reference }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.notTransmittedText({ provider: settings.providerName, kind, reference, amount, day }),
      m.notTransmittedAdvice(),
      m.notTransmittedCopy({ isAttached: String(row.file_id !== null) }),
    ],
    button: { label: m.seeInvoices(), url: `${config.publicUrl}${pagePaths.invoices}` },
    ...(row.file_id === null
      ? {}
      : { attachment: { fileId: row.file_id, name: `${reference}.pdf`, purpose: 'invoice' as const } }),
  }))
}
