import { readReceiver } from '#communication/notifications/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchDay } from '#platform/server/mail/french-dates.ts'
import type { DocumentKind } from '../domain/payout-documents.ts'

/** Mail with a document that was issued in the partner's name; switched off with the other mails about payouts. */
export const invoiceEventHandlers: EventHandlers = { 'invoice.made': madeEmail }

const words: Readonly<Record<DocumentKind, { readonly your: string; readonly text: string }>> = {
  invoice: { your: 'Votre facture', text: 'a établi en votre nom la facture jointe, selon votre mandat de facturation' },
  credit_note: { your: 'Votre avoir', text: 'a établi en votre nom l’avoir joint, selon votre mandat de facturation' },
  receipt: { your: 'Votre reçu', text: 'a établi le reçu joint' },
}

async function madeEmail(event: EventRecord<'invoice.made'>, { tx, config, settings }: EventHandlerContext): Promise<Email[]> {
  const row = await tx
    .selectFrom('invoices as i')
    .innerJoin('invoice_files as f', 'f.invoice_id', 'i.id')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .select(['i.kind', 'i.reference', 'i.partner_id', 'i.payout_id', 'i.total_cents', 'f.file_id', 'p.status'])
    .select(['p.reference as payout', 'p.contest_until'])
    .where('i.id', '=', event.subjectId)
    .executeTakeFirst()
  if (!row) return []
  const to = await readReceiver(tx, row.partner_id)
  const { your, text } = words[row.kind]
  const amount = formatEurosExact(row.total_cents)
  const accept =
    'Accepter le relevé l’accepte aussi. Vous pouvez le contester depuis votre espace jusqu’au ' +
    `${frenchDay(row.contest_until, settings.timeZone)} ; sans réponse de votre part, il est réputé accepté.`
  return [
    {
      kind: 'payout_issued',
      to,
      subject: `${your} ${row.reference} : ${amount}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} ${text} : ${row.reference}, ${amount}, pour le relevé ${row.payout}.`,
        ...(row.status === 'issued' ? [accept] : []),
      ],
      button: { label: 'Voir le relevé', url: `${config.publicUrl}${pagePaths.payouts}?payout=${row.payout_id}` },
      attachment: { fileId: row.file_id, name: `${row.reference}.pdf`, purpose: 'invoice' },
    },
  ]
}
