import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { formatEurosExact, percentOf, percentText } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { clawbackReasonText } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** Mail about money that does not come, or not yet, and why. */
export const withheldEventHandlers: EventHandlers = { 'commission.reversed': reversedMail, 'commission.held': heldMail }

/** Whom the mail concerns, and the client or description of the commission; null for a commission that is gone. */
async function about(tx: Tx, event: EventRecord<'commission.reversed' | 'commission.held'>) {
  const row = await tx
    .selectFrom('commissions as c')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .select(['c.partner_id', 'c.description', shownClient.$castTo<string | null>().as('company')])
    .where('c.id', '=', event.subjectId)
    .executeTakeFirst()
  return row && { concern: { name: event.name, partnerId: row.partner_id }, source: row.company ?? row.description }
}

async function reversedMail(
  event: EventRecord<'commission.reversed'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const commission = await about(tx, event)
  if (!commission) return []
  const { revenueCents, commissionRate, amountCents } = event.after
  const reason = clawbackReasonText(event.after.reason, event.after.refund)
  const amountText = formatEurosExact(-amountCents)
  const product = `${formatEurosExact(-revenueCents)} × ${percentText(commissionRate)}`
  const isRest = percentOf(-revenueCents, commissionRate) !== -amountCents
  return mailToTold(tx, commission.concern, (to) => ({
    kind: 'commission_withheld',
    to,
    subject: m.clawbackSubject({ amountText }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.clawedBack({ providerName: settings.providerName, amountText, source: commission.source }),
      m.refusedReason({ reason }),
      ...(event.after.byRule ? [] : [isRest ? m.clawbackOfRest() : m.clawbackFormula({ product, amountText })]),
      m.clawbackSettled(),
    ],
    kept: [reason],
    button: { label: m.seeMyCommissions(), url: `${config.publicUrl}${pagePaths.commissions}` },
  }))
}

async function heldMail(
  event: EventRecord<'commission.held'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const commission = await about(tx, event)
  if (!commission) return []
  const amount = formatEurosExact(event.after.amountCents)
  return mailToTold(tx, commission.concern, (to) => ({
    kind: 'commission_withheld',
    to,
    subject: m.heldSubject({ amount }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.heldText({ providerName: settings.providerName, amount, source: commission.source }),
      m.refusedReason({ reason: event.after.reason }),
      m.heldNext(),
    ],
    kept: [event.after.reason],
    button: { label: m.seeMyCommissions(), url: `${config.publicUrl}${pagePaths.commissions}` },
  }))
}
