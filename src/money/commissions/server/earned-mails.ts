import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { reasonText } from '#money/rules/domain/reason-text.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { noonOf } from '#platform/server/provider-calendar.ts'
import { m } from '../messages/messages.ts'
import { missingBankDetails, tierMail } from './mail-parts.ts'

/** Mail about what a client's payment brings. */
export const earnedEventHandlers: EventHandlers = {
  'commission.earned': async (event, context) => [...(await earnedMail(event, context)), ...(await tierMail(event, context))],
}

const maxLines = 20

/** One mail for all payments of one import. */
async function earnedMail(
  event: EventRecord<'commission.earned'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const events = await batchedEvents(tx, event)
  if (!event.partnerId || events.length === 0) return []
  const rows = await tx
    .selectFrom('commissions as c')
    .innerJoin('leads as l', 'l.id', 'c.lead_id')
    .select(['c.id', 'c.payable_by', 'l.client_name as company', 'c.reason'])
    .where(
      'c.id',
      'in',
      events.map(({ subjectId }) => subjectId ?? ''),
    )
    .execute()
  const lines = events.slice(0, maxLines).map(({ subjectId, after }) => {
    const row = rows.find(({ id }) => id === subjectId)
    const product = `${formatEurosExact(after.revenueCents)} × ${percentText(after.commissionRate)}`
    const amountText = formatEurosExact(after.amountCents)
    const sum = row?.reason ? `${amountText} (${reasonText(row.reason, after)})` : `${product} = ${amountText}`
    const day = mailDay(noonOf(after.receivedOn, settings.timeZone), settings.timeZone)
    const line = { company: row?.company ?? '', reference: after.reference, day, sum }
    if (!row?.payable_by) return m.earnedLine(line)
    return m.earnedLinePayable({ ...line, payable: mailDay(row.payable_by, settings.timeZone) })
  })
  const amount = formatEurosExact(events.reduce((sum, { after }) => sum + after.amountCents, 0))
  const count = events.length
  const missing = await missingBankDetails(tx, event.partnerId)
  return mailToTold(tx, { name: event.name, partnerId: event.partnerId }, (to) => ({
    kind: 'client_payment_received',
    to,
    subject: m.earnedSubject({ count, amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.earnedText({ count, providerName: settings.providerName, amount }),
      ...lines,
      ...(count > maxLines ? [m.moreLines({ count: count - maxLines })] : []),
      ...(missing ? [missing] : []),
    ],
    button: missing
      ? { label: m.myBankDetails(), url: `${config.publicUrl}${pagePaths.paymentInfo}` }
      : { label: m.seeMyCommissions(), url: `${config.publicUrl}${pagePaths.commissions}` },
  }))
}
