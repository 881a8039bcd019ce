import { readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'

/** Mail to partners about their own invoices. */
export const uploadedInvoiceEventHandlers: EventHandlers = { 'payout.invoice_refused': refusedEmail }

async function refusedEmail(event: EventRecord<'payout.invoice_refused'>, { tx, config }: EventHandlerContext): Promise<Email[]> {
  const payout = await tx
    .selectFrom('payouts')
    .select(['partner_id', 'reference', 'status'])
    .where('id', '=', event.subjectId)
    .executeTakeFirst()
  if (!payout || payout.status === 'cancelled') return []
  const to = await readReceiver(tx, payout.partner_id)
  const { number, reason } = event.after
  return [
    {
      kind: 'document_requested',
      to,
      subject: `Votre facture ${number} est refusée`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `Votre facture ${number} pour le relevé ${payout.reference} n’a pas été acceptée.`,
        `Motif : ${reason}.`,
        'Déposez une facture corrigée dans votre espace.',
      ],
      kept: [reason],
      button: {
        label: 'Déposer la facture',
        url: `${config.publicUrl}${pagePaths.payouts}?payout=${event.subjectId ?? ''}`,
      },
    },
  ]
}
