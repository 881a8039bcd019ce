import { isUrgentMail } from '#communication/notifications/domain/notifications.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { insertSlices } from '#platform/server/db/insert-slices.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { LinkFreeMail } from './mail-content.ts'

/**
 * Queues the mails of an event in the caller's transaction, each exactly once. Their content is not stored; it is rendered
 * from the event when the mail is sent.
 */
export async function queueMails(
  { config, queue }: Pick<Portal, 'config' | 'queue'>,
  tx: Tx,
  eventId: string,
  mails: readonly LinkFreeMail[],
): Promise<void> {
  const { hostname } = new URL(config.publicUrl)
  const rows = mails.map(({ kind, to, subject }) => {
    const id = newId()
    const message_id = `<${id}.${kind}@${hostname}>`
    return { id, event_id: eventId, user_id: to.userId, recipient: to.address, kind, subject, message_id }
  })
  // One statement does not take one row twice.
  const distinct = [...new Map(rows.map((row) => [`${row.kind} ${row.recipient}`, row])).values()]
  for (const slice of insertSlices(distinct)) {
    const queued = await tx
      .insertInto('mails')
      .values(slice)
      .onConflict((conflict) =>
        conflict
          .columns(['event_id', 'recipient', 'kind'])
          // An unsent row from before mails had their own jobs: create its job now.
          .doUpdateSet((set) => ({ message_id: set.ref('excluded.message_id') }))
          .where('mails.message_id', 'is', null)
          .where('mails.sent_at', 'is', null),
      )
      .returning(['id', 'kind'])
      .execute()
    for (const urgent of [true, false]) {
      const jobs = queued.filter(({ kind }) => isUrgentMail(kind) === urgent).map(({ id }) => ({ mailId: id }))
      await queue.sendAll(tx, 'mail', jobs, { urgent })
    }
  }
}
