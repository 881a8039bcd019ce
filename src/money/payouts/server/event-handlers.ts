import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { rejectedText } from '#money/bank-files/domain/bank-reasons.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'

/** Mail to partners about their payouts. */
export const payoutEventHandlers: EventHandlers = {
  'payout.statement_made': statementEmail,
  'payout.cancelled': cancelledMail,
  'payout.paid': paidMail,
  'payout.rejected': rejectedMail,
}

/** The payout and whom the mail concerns; null for an event without a subject. */
async function about(tx: Tx, { name, subjectId: payoutId }: EventRecord) {
  if (!payoutId) return null
  const row = await tx
    .selectFrom('payouts')
    .select(['partner_id', 'reference', 'status', 'total_cents', 'commission_count', 'contest_until', 'statement_file_id'])
    .where('id', '=', payoutId)
    .executeTakeFirst()
  return row ? { ...row, concern: { name, partnerId: row.partner_id }, amount: formatEurosExact(row.total_cents) } : null
}

const page = (publicUrl: string, id: string | null) => `${publicUrl}${pagePaths.payouts}?payout=${id ?? ''}`

/** Sent once the PDF is there, which is attached; of a payout that was cancelled meanwhile the mail about that says it. */
async function statementEmail(
  event: EventRecord<'payout.statement_made'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const facts = await about(tx, event)
  if (!facts?.statement_file_id || facts.status === 'cancelled') return []
  const { concern, amount, reference, commission_count: count, statement_file_id: fileId } = facts
  return mailToTold(tx, concern, (to) => ({
    kind: 'payout_issued',
    to,
    subject: m.statementSubject({ reference, amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.statementText({ providerName: settings.providerName, amount, count }),
      m.statementNext({ day: mailDay(facts.contest_until, settings.timeZone) }),
    ],
    button: { label: m.seeStatement(), url: page(config.publicUrl, event.subjectId) },
    attachment: { fileId, name: `${reference}.pdf`, purpose: 'statement' },
  }))
}

async function cancelledMail(
  event: EventRecord<'payout.cancelled'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const facts = await about(tx, event)
  if (!facts) return []
  const { concern, amount, reference } = facts
  return mailToTold(tx, concern, (to) => ({
    kind: 'payout_issued',
    to,
    subject: m.cancelledSubject({ reference }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.cancelledText({ providerName: settings.providerName, reference, amount }),
      m.refusedReason({ reason: event.after.reason }),
      m.cancelledNext(),
    ],
    kept: [event.after.reason],
    button: { label: m.seeMyStatements(), url: page(config.publicUrl, event.subjectId) },
  }))
}

async function paidMail(
  event: EventRecord<'payout.paid'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const facts = await about(tx, event)
  if (!facts) return []
  const { concern, amount, reference } = facts
  const day = mailDay(new Date(event.after.paidAt), settings.timeZone)
  return mailToTold(tx, concern, (to) => ({
    kind: 'payout_settled',
    to,
    subject: m.paidSubject({ reference, amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.paidText({ providerName: settings.providerName, amount, day, reference }),
      ...(event.after.reference ? [m.transferReference({ reference: event.after.reference })] : []),
    ],
    button: { label: m.seeStatement(), url: page(config.publicUrl, event.subjectId) },
  }))
}

async function rejectedMail(event: EventRecord<'payout.rejected'>, { tx, config }: EventHandlerContext): Promise<MailContent[]> {
  const facts = await about(tx, event)
  if (!facts) return []
  const { concern, amount, reference } = facts
  return mailToTold(tx, concern, (to) => ({
    kind: 'payout_settled',
    to,
    subject: m.returnedSubject({ amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.returnedText({ amount, reference }),
      m.refusedReason({ reason: rejectedText(event.after) }),
      m.returnedNext(),
    ],
    button: { label: m.myBankDetails(), url: `${config.publicUrl}${pagePaths.paymentInfo}` },
  }))
}
