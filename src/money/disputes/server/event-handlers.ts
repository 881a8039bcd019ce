import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { m } from '../messages/messages.ts'

/** Mail to the partner about an answer to what they contest; staff find disputes in their inbox. */
export const disputeEventHandlers: EventHandlers = {
  'dispute.answered': answerMail,
  'dispute.corrected': answerMail,
  'dispute.upheld': answerMail,
}

type Answer = EventRecord<'dispute.answered' | 'dispute.corrected' | 'dispute.upheld'>

async function answerMail(event: Answer, { tx, config, settings }: EventHandlerContext): Promise<MailContent[]> {
  const row = await tx
    .selectFrom('disputes as d')
    .leftJoin('leads as l', 'l.id', 'd.lead_id')
    .leftJoin('commissions as c', 'c.id', 'd.commission_id')
    .leftJoin('lead_comments as said', (join) => join.on('said.id', '=', event.after.commentId))
    .leftJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.id').on('e.name', '=', 'dispute.opened'))
    .select([
      'e.actor_id as opened_by',
      'd.partner_id',
      'd.kind',
      shownClient.$castTo<string | null>().as('company'),
      'c.amount_cents',
      'c.description',
      'said.body',
    ])
    .where('d.id', '=', event.subjectId)
    .executeTakeFirst()
  if (!row) return []
  const source = row.company || row.description
  const amount = row.amount_cents === null ? '' : ` de ${formatEurosExact(row.amount_cents)}`
  const subject = row.kind === 'amount' ? m.yourCommission({ amount }) : m.missingCommissionSubject()
  const about = source ? `${subject} (${source})` : subject
  const who = settings.providerName
  const words = {
    'dispute.answered': {
      subject: m.answerSubject({ about }),
      text: m.answerText({ who, about }),
      next: m.answerNext(),
    },
    'dispute.corrected': {
      subject: m.correctedSubject({ about }),
      text: m.correctedText({ who, about }),
      next: m.correctedNext(),
    },
    'dispute.upheld': {
      subject: m.keptSubject({ about }),
      text: m.keptText({ who, about }),
      next: m.keptNext(),
    },
  }[event.name]
  return mailToTold(tx, { name: event.name, partnerId: row.partner_id, begunBy: row.opened_by }, (to) => ({
    kind: 'dispute_answered',
    to,
    subject: words.subject,
    paragraphs: [
      m.helloName({ name: to.name }),
      words.text,
      row.body ?? '',
      ...(event.name === 'dispute.answered' && row.kind === 'missing' ? [m.replyInYourSpace()] : [words.next]),
    ],
    kept: [row.body ?? ''],
    button: { label: m.seeMyDisputes(), url: `${config.publicUrl}${pagePaths.disputes}` },
  }))
}
