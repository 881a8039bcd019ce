import { readReceiver } from '#communication/notifications/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'

/** Mail to the partner about an answer to what they contest; staff find disputes in their inbox. */
export const disputeEventHandlers: EventHandlers = {
  'dispute.answered': answerEmail,
  'dispute.corrected': answerEmail,
  'dispute.upheld': answerEmail,
}

type Answer = EventRecord<'dispute.answered' | 'dispute.corrected' | 'dispute.upheld'>

async function answerEmail(event: Answer, { tx, config, settings }: EventHandlerContext): Promise<Email[]> {
  const row = await tx
    .selectFrom('disputes as d')
    .leftJoin('leads as l', 'l.id', 'd.lead_id')
    .leftJoin('commissions as c', 'c.id', 'd.commission_id')
    .leftJoin('lead_comments as said', (join) => join.on('said.id', '=', event.after.commentId))
    .select(['d.partner_id', 'd.kind', 'l.company', 'c.amount_cents', 'c.description', 'said.body'])
    .where('d.id', '=', event.subjectId)
    .executeTakeFirst()
  if (!row) return []
  const to = await readReceiver(tx, row.partner_id)
  const source = row.company || row.description
  const amount = row.amount_cents === null ? '' : ` de ${formatEurosExact(row.amount_cents)}`
  const subject = row.kind === 'amount' ? `votre commission${amount}` : 'une commission manquante'
  const about = source ? `${subject} (${source})` : subject
  const who = settings.providerName
  const words = {
    'dispute.answered': {
      subject: `Réponse à votre contestation : ${about}`,
      text: `${who} a répondu à votre contestation au sujet de ${about} :`,
      next: 'Vous pouvez répondre dans votre espace. La commission n’est pas payée tant que la contestation est ouverte.',
    },
    'dispute.corrected': {
      subject: `Votre contestation a abouti : ${about}`,
      text: `${who} a donné suite à votre contestation au sujet de ${about} :`,
      next: 'La correction est visible dans vos commissions.',
    },
    'dispute.upheld': {
      subject: `Votre contestation est close : ${about}`,
      text: `${who} maintient sa position après votre contestation au sujet de ${about} :`,
      next: 'Le détail du calcul reste visible dans vos commissions.',
    },
  }[event.name]
  return [
    {
      kind: 'dispute_answered',
      to,
      subject: words.subject,
      paragraphs: [
        `Bonjour ${to.name},`,
        words.text,
        row.body ?? '',
        ...(event.name === 'dispute.answered' && row.kind === 'missing'
          ? ['Vous pouvez répondre dans votre espace.']
          : [words.next]),
      ],
      kept: [row.body ?? ''],
      button: { label: 'Voir mes contestations', url: `${config.publicUrl}${pagePaths.disputes}` },
    },
  ]
}
