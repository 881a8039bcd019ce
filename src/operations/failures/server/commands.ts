import { staff } from '#access/domain/audience.ts'
import { isUrgentMail } from '#communication/notifications/domain/notifications.ts'
import type { JobName } from '#platform/domain/job-names.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { listFailures } from './queries.ts'

const gone = () => new Refusal('not_found', m.gone())

/** Requeues a mail or job. Refuses `not_found` if it was already handled. */
export async function retryFailure(context: TransactionContext, queue: Queue, id: string): Promise<void> {
  const { tx } = context
  const mail = await tx
    .updateTable('mails')
    .set({ failed_at: null })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning(['kind', 'user_id'])
    .executeTakeFirst()
  if (mail) {
    const late = m.codeOver()
    refuseUnless(!isUrgentMail(mail.kind), 'link_invalid', late)
    await queue.send(tx, 'mail', { mailId: id })
  } else {
    const job = await tx.deleteFrom('failed_jobs').where('id', '=', id).returning(['name', 'data']).executeTakeFirst()
    if (!job) throw gone()
    await queue.send(tx, job.name as JobName, job.data)
  }
  await context.recordEvent({
    name: 'failure.retried',
    subjectId: mail?.user_id ?? null,
    audience: staff,
    after: { failureId: id },
  })
}

/** Requeues the newest mails and jobs that can be; returns how many. */
export async function retryFailures(context: TransactionContext, queue: Queue): Promise<number> {
  const failures = (await listFailures(context.tx)).filter(({ can }) => can.retry)
  for (const { id } of failures) await retryFailure(context, queue, id)
  return failures.length
}

/** Dismisses a failure. Refuses `not_found` if it was already handled. */
export async function dismissFailure(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const mail = await tx
    .updateTable('mails')
    .set({ dismissed_at: now })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!mail) {
    const job = await tx.deleteFrom('failed_jobs').where('id', '=', id).returning('id').executeTakeFirst()
    if (!job) throw gone()
  }
  await context.recordEvent({
    name: 'failure.dismissed',
    subjectId: mail?.user_id ?? null,
    audience: staff,
    after: { failureId: id },
  })
}
