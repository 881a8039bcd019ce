import type { Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal.ts'
import type { Email } from './email.ts'
import { isUrgentMail } from './urgency.ts'

/**
 * Queues the mails of an event in the caller's transaction, each exactly once. Their content is not stored; it is rendered
 * from the event when the mail is sent.
 */
export async function queueEmails(
  { config, queue }: Pick<Portal, 'config' | 'queue'>,
  tx: Tx,
  eventId: string,
  letters: readonly Email[],
): Promise<void> {
  const { hostname } = new URL(config.publicUrl)
  for (const { kind, to, subject } of letters) {
    const id = newId()
    const posted = await tx
      .insertInto('mails')
      .values({
        id,
        event_id: eventId,
        user_id: to.userId,
        recipient: to.address,
        kind,
        subject,
        message_id: `<${id}.${kind}@${hostname}>`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['event_id', 'recipient', 'kind'])
          // An unsent row from before mails had their own jobs: create its job now.
          .doUpdateSet((set) => ({ message_id: set.ref('excluded.message_id') }))
          .where('mails.message_id', 'is', null)
          .where('mails.sent_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (posted) await queue.send(tx, 'mail', { mailId: posted.id }, { urgent: isUrgentMail(kind) })
  }
}
