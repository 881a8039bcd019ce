import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { newId } from '#platform/server/ids.ts'
import { giveUp } from '#platform/server/mail/deliver.ts'
import { measure } from '#platform/server/metrics/measurements.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { GivenUpJob, UnmadeJob } from './queue.ts'

const maxReasonLength = 500

/** Records a job without remaining retries: logged as an error and shown in the staff's list of failures. */
export async function noteGivenUp(portal: Portal, job: GivenUpJob | UnmadeJob): Promise<void> {
  const { name } = job
  const isUnmade = 'cause' in job
  const attempts = isUnmade ? 1 : job.attempts
  const facts = isUnmade ? job.cause : (job.failure ?? null)
  const cause = facts && JSON.stringify(facts)
  // The same work is one failure, whichever request asked for it.
  const { traceparent: _, ...data } = job.data
  const reason = isUnmade ? job.cause.refusal : job.reason.slice(0, maxReasonLength)
  const error = facts ? facts.refusal : reason
  if (name === 'mail') {
    await giveUp(portal, String(data.mailId))
    measure('jobGivenUp', () => ({ name }))
    return
  }
  await withTransaction(portal, system, async ({ tx, now, recordEvent }) => {
    await tx
      .insertInto('failed_jobs')
      .values({ id: newId(), name, data: JSON.stringify(data), error, cause, attempts, failed_at: now })
      .onConflict((conflict) => conflict.columns(['name', 'data']).doUpdateSet({ error, cause, attempts, failed_at: now }))
      .execute()
    await recordEvent({ name: 'job.failed', subjectId: null, audience: staff, after: { job: name } })
  })
  // Counted once it is noted: whoever tries again would count it twice.
  measure('jobGivenUp', () => ({ name }))
  portal.log.error({ job: name, data, attempts, reason, ...(facts ? { cause: facts } : {}) }, 'a job was given up')
}
