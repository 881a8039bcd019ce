import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { reasonText } from '#money/rules/domain/reason-text.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { noonOf } from '#platform/server/provider-calendar.ts'
import { m } from '../messages/messages.ts'
import { paymentNews, tierMail } from './mail-parts.ts'
import { dueBy, unpaidState, unsettledOrigin } from './queries.ts'

/** Mail about what a client's payment brings. */
export const earnedEventHandlers: EventHandlers = {
  'commission.earned': async (event, context) => [...(await earnedMail(event, context)), ...(await tierMail(event, context))],
}

const maxLines = 20

/** One mail for all payments of one import. */
async function earnedMail(event: EventRecord<'commission.earned'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { tx, settings } = context
  const events = await batchedEvents(tx, event)
  if (!event.partnerId || events.length === 0) return []
  const rows = await tx
    .selectFrom('commissions as c')
    .innerJoin('leads as l', 'l.id', 'c.lead_id')
    .leftJoinLateral(unsettledOrigin.as('origin'), (join) => join.onTrue())
    .select(['c.id', 'c.status', 'c.payable_by', 'c.payout_id', shownClient.as('company'), 'c.reason'])
    .select([unpaidState.as('unpaid_state'), dueBy.as('due_by')])
    .where(
      'c.id',
      'in',
      events.map(({ subjectId }) => subjectId ?? ''),
    )
    .execute()
  const { dayOf, obstacles, button } = await paymentNews(context, event.partnerId, rows)
  const lines = events.slice(0, maxLines).map(({ subjectId, after }) => {
    const row = rows.find(({ id }) => id === subjectId)
    const product = `${formatEurosExact(after.revenueCents)} × ${percentText(after.commissionRate)}`
    const amountText = formatEurosExact(after.amountCents)
    const sum = row?.reason ? `${amountText} (${reasonText(row.reason, after)})` : `${product} = ${amountText}`
    const day = mailDay(noonOf(after.receivedOn, settings.timeZone), settings.timeZone)
    const line = { company: row?.company ?? '', reference: after.reference, day, sum }
    const payable = row ? dayOf(row.id) : null
    if (!payable) return m.earnedLine(line)
    return m.earnedLinePayable({ ...line, payable: mailDay(new Date(payable), settings.timeZone) })
  })
  const amount = formatEurosExact(events.reduce((sum, { after }) => sum + after.amountCents, 0))
  const count = events.length
  return mailToTold(tx, { name: event.name, partnerId: event.partnerId }, (to) => ({
    kind: 'client_payment_received',
    to,
    subject: m.earnedSubject({ count, amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.earnedText({ count, providerName: settings.providerName, amount }),
      ...lines,
      ...(count > maxLines ? [m.moreLines({ count: count - maxLines })] : []),
      ...obstacles,
    ],
    button,
  }))
}
