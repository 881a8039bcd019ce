import { readReceiver } from '#communication/notifications/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchDay } from '#platform/server/mail/french-dates.ts'

/** Mail to partners about their payouts. */
export const payoutEventHandlers: EventHandlers = {
  'payout.statement_made': statementEmail,
  'payout.cancelled': cancelledEmail,
  'payout.paid': paidEmail,
  'payout.rejected': rejectedEmail,
}

/** The payout and who gets the mail; null for an event without a subject. */
async function about(tx: Tx, payoutId: string | null) {
  if (!payoutId) return null
  const row = await tx
    .selectFrom('payouts')
    .select(['partner_id', 'reference', 'total_cents', 'commission_count', 'contest_until', 'statement_file_id', 'cancel_reason'])
    .where('id', '=', payoutId)
    .executeTakeFirst()
  return row ? { ...row, to: await readReceiver(tx, row.partner_id), amount: formatEurosExact(row.total_cents) } : null
}

const page = (publicUrl: string, id: string | null) => `${publicUrl}${pagePaths.payouts}?payout=${id ?? ''}`

/** Sent once the PDF is there, which is attached. */
async function statementEmail(
  event: EventRecord<'payout.statement_made'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const facts = await about(tx, event.subjectId)
  if (!facts?.statement_file_id) return []
  const { to, amount, reference, commission_count: count } = facts
  const commissions = count === 1 ? 'une commission' : `${count} commissions`
  return [
    {
      kind: 'payout_issued',
      to,
      subject: `Votre relevé ${reference} : ${amount}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} prépare le versement de ${amount} pour ${commissions}. Le relevé est joint à ce message.`,
        `Vous pouvez l’accepter dès maintenant dans votre espace. Sans réponse de votre part, il est considéré comme accepté ` +
          `le ${frenchDay(facts.contest_until, settings.timeZone)}.`,
      ],
      button: { label: 'Voir le relevé', url: page(config.publicUrl, event.subjectId) },
      attachment: { fileId: facts.statement_file_id, name: `${reference}.pdf`, purpose: 'statement' },
    },
  ]
}

async function cancelledEmail(
  event: EventRecord<'payout.cancelled'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const facts = await about(tx, event.subjectId)
  if (!facts) return []
  const { to, amount, reference } = facts
  return [
    {
      kind: 'payout_issued',
      to,
      subject: `Votre relevé ${reference} est annulé`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} a annulé votre relevé ${reference} de ${amount}.`,
        `Motif : ${event.after.reason}.`,
        'Vos commissions vous restent acquises et figureront sur un prochain relevé.',
      ],
      kept: [event.after.reason],
      button: { label: 'Voir mes relevés', url: page(config.publicUrl, event.subjectId) },
    },
  ]
}

async function paidEmail(event: EventRecord<'payout.paid'>, { tx, config, settings }: EventHandlerContext): Promise<Email[]> {
  const facts = await about(tx, event.subjectId)
  if (!facts) return []
  const { to, amount, reference } = facts
  const day = frenchDay(new Date(event.after.paidAt), settings.timeZone)
  return [
    {
      kind: 'payout_settled',
      to,
      subject: `Votre relevé ${reference} est payé : ${amount}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} vous a versé ${amount} le ${day} pour le relevé ${reference}.`,
        ...(event.after.reference ? [`Référence du virement : ${event.after.reference}.`] : []),
      ],
      button: { label: 'Voir le relevé', url: page(config.publicUrl, event.subjectId) },
    },
  ]
}

async function rejectedEmail(event: EventRecord<'payout.rejected'>, { tx, config }: EventHandlerContext): Promise<Email[]> {
  const facts = await about(tx, event.subjectId)
  if (!facts) return []
  const { to, amount, reference } = facts
  return [
    {
      kind: 'payout_settled',
      to,
      subject: `Le versement de ${amount} n’a pas abouti`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `La banque a refusé ou retourné le versement de ${amount} pour le relevé ${reference}.`,
        `Motif : ${event.after.reason}.`,
        'Vérifiez vos coordonnées bancaires : la somme vous reste due et sera versée de nouveau.',
      ],
      button: { label: 'Mes coordonnées bancaires', url: `${config.publicUrl}${pagePaths.paymentInfo}` },
    },
  ]
}
