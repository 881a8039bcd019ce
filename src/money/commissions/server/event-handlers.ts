import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { reasonText } from '#money/rules/domain/reason-text.ts'
import type { StoredReason } from '#money/rules/domain/stored-lines.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { type Names, nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'
import { earnedEventHandlers } from './earned-mails.ts'
import { paymentNews, tierMail } from './mail-parts.ts'
import { dueBy, unpaidState, unsettledOrigin } from './queries.ts'
import { withheldEventHandlers } from './withheld-mails.ts'

/** Mail about commissions: exact amounts, their calculation and payment date. */
export const commissionEventHandlers: EventHandlers = {
  'commission.validated': async (event, context) => [
    ...(await validatedMail(event, context)),
    ...(await tierMail(event, context)),
  ],
  'commission.paid': paidMail,
  ...earnedEventHandlers,
  ...withheldEventHandlers,
}

/** The commissions of a batch in the order of their events, with their sum. */
async function settled(tx: Tx, event: EventRecord<'commission.validated'> | EventRecord<'commission.paid'>) {
  const ids = (await batchedEvents(tx, event)).map((each) => each.subjectId ?? '')
  if (!event.partnerId || ids.length === 0) return null
  const unsorted = await tx
    .selectFrom('commissions as c')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .leftJoinLateral(unsettledOrigin.as('origin'), (join) => join.onTrue())
    .selectAll('c')
    .select([shownClient.$castTo<string | null>().as('company'), unpaidState.as('unpaid_state'), dueBy.as('due_by')])
    .where('c.id', 'in', ids)
    .execute()
  const rows = unsorted.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  const sum = formatEurosExact(rows.reduce((total, row) => total + row.amount_cents, 0))
  return {
    concern: { name: event.name, partnerId: event.partnerId },
    amount: { count: rows.length, sum },
    lines: explained(rows),
    rows,
  }
}

const latest = (dates: readonly (Date | string | null)[]) =>
  new Date(Math.max(...dates.map((date) => (date ? new Date(date).getTime() : 0))))

const maxLines = 20

function arithmeticOf(row: { reason: StoredReason; revenue_cents: number; amount_cents: number }): string {
  const { reason, revenue_cents: revenueCents, amount_cents: amountCents } = row
  return `${formatEurosExact(amountCents)} (${reasonText(reason, { revenueCents, amountCents })})`
}

/** One line each: 'Boulangerie Bernard : 12 000,00 € × 15 % (Bronze) = 1 800,00 €'. */
function explained(
  rows: readonly {
    company: string | null
    description: string
    revenue_cents: number
    commission_rate: string
    tier_name: string
    tier_names: Names
    amount_cents: number
    reason: StoredReason | null
  }[],
): string[] {
  const lines = rows.slice(0, maxLines).map((row) => {
    if (row.reason)
      return m.explainedLine({ of: row.company ?? row.description, sum: arithmeticOf({ ...row, reason: row.reason }) })
    const rate = `${percentText(Number(row.commission_rate))} (${nameIn({ name: row.tier_name, names: row.tier_names })})`
    const sum = `${formatEurosExact(row.revenue_cents)} × ${rate} = ${formatEurosExact(row.amount_cents)}`
    return m.explainedLine({ of: row.company ?? row.description, sum })
  })
  return rows.length > maxLines ? [...lines, m.moreLines({ count: rows.length - maxLines })] : lines
}

async function validatedMail(event: EventRecord<'commission.validated'>, context: EventHandlerContext): Promise<MailContent[]> {
  const { tx, settings } = context
  const about = await settled(tx, event)
  if (!about) return []
  const { concern, amount } = about
  const { providerName } = settings
  const { dayOf, obstacles, button } = await paymentNews(context, concern.partnerId, about.rows)
  const days = about.rows.flatMap(({ id }) => dayOf(id) ?? [])
  const payable = days.length > 0 ? mailDay(latest(days), settings.timeZone) : null
  return mailToTold(tx, concern, (to) => ({
    kind: 'commission_validated',
    to,
    subject: m.validatedSubject(amount),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.validatedText({ ...amount, providerName }),
      ...about.lines,
      ...(payable ? [m.validatedPayable({ count: amount.count, payable })] : []),
      ...obstacles,
    ],
    button,
  }))
}

async function paidMail(
  event: EventRecord<'commission.paid'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const about = await settled(tx, event)
  if (!about) return []
  const { concern, amount } = about
  const { providerName } = settings
  const day = mailDay(latest(about.rows.map((row) => row.paid_at)), settings.timeZone)
  return mailToTold(tx, concern, (to) => ({
    kind: 'commission_paid',
    to,
    subject: m.paidSubject(amount),
    paragraphs: [m.helloName({ name: to.name }), m.paidText({ ...amount, providerName, day }), ...about.lines],
    button: { label: m.seeMyCommissions(), url: `${config.publicUrl}${pagePaths.commissions}` },
  }))
}
