import { commissionAmount, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { receiverOf } from '#communication/notifications/server/queries.ts'

/** Mail about money that does not come, or not yet, and why. */
export const withheldEventHandlers: EventHandlers = { 'commission.reversed': reversedEmail, 'commission.held': heldEmail }

/** Receiver of the mail, and the client or description of the commission; null for a commission that is gone. */
async function about(tx: Tx, event: EventRecord<'commission.reversed' | 'commission.held'>) {
  const row = await tx
    .selectFrom('commissions as c')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .select(['c.partner_id', 'c.description', 'l.company'])
    .where('c.id', '=', event.subjectId)
    .executeTakeFirst()
  return row && { to: await receiverOf(tx, row.partner_id), source: row.company ?? row.description }
}

async function reversedEmail(
  event: EventRecord<'commission.reversed'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const found = await about(tx, event)
  if (!found) return []
  const { revenueCents, commissionRate, amountCents, reason } = event.after
  const taken = formatEurosExact(-amountCents)
  const product = `${formatEurosExact(-revenueCents)} × ${percentText(commissionRate)}`
  const isRest = commissionAmount(-revenueCents, commissionRate) !== -amountCents
  return [
    {
      kind: 'commission_withheld',
      to: found.to,
      subject: `Reprise de ${taken} sur une commission`,
      paragraphs: [
        `Bonjour ${found.to.name},`,
        `${settings.providerName} a repris ${taken} sur votre commission pour ${found.source}.`,
        `Motif : ${reason}.`,
        isRest ? `C’est tout ce qui restait de cette commission.` : `Calcul : ${product} = ${taken}.`,
        'Cette somme sera déduite de votre prochain paiement.',
      ],
      kept: [event.after.reason],
      button: { label: 'Voir mes commissions', url: `${config.publicUrl}${pagePaths.commissions}` },
    },
  ]
}

async function heldEmail(event: EventRecord<'commission.held'>, { tx, config, settings }: EventHandlerContext): Promise<Email[]> {
  const found = await about(tx, event)
  if (!found) return []
  const amount = formatEurosExact(event.after.amountCents)
  return [
    {
      kind: 'commission_withheld',
      to: found.to,
      subject: `Votre commission de ${amount} est suspendue`,
      paragraphs: [
        `Bonjour ${found.to.name},`,
        `${settings.providerName} a suspendu le paiement de votre commission de ${amount} pour ${found.source}.`,
        `Motif : ${event.after.reason}.`,
        'Elle vous reste acquise et compte pour votre palier.',
      ],
      kept: [event.after.reason],
      button: { label: 'Voir mes commissions', url: `${config.publicUrl}${pagePaths.commissions}` },
    },
  ]
}
