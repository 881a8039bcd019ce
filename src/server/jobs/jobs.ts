import { sweepAttempts } from '../http/rate-limits.ts'
import { sweepSessions } from '../auth/sweep.ts'
import { sweepFiles } from '../files/sweep.ts'
import { deliver } from '../mail/deliver.ts'
import type { Portal } from '../portal.ts'
import { checkTimestamps } from '../sealing/cms/check-timestamps.ts'
import { noteGivenUp } from './given-up.ts'

const keptDays = 7

/** Starts the background workers: event handlers and housekeeping. */
export async function startJobs(portal: Portal, react: (eventId: string) => Promise<void>): Promise<void> {
  const { queue } = portal
  await queue.work<{ eventId: string }>('event', ({ eventId }) => react(eventId), { any: 1, urgent: 1 })
  await queue.work<{ mailId: string }>('mail', ({ mailId }) => deliver(portal, mailId), { any: 3, urgent: 2 })
  await queue.whenGivenUp((job) => noteGivenUp(portal, job))
  await queue.work('vacuum', () => portal.database.vacuum())
  await queue.work('sweep', async () => {
    await sweepFiles(portal)
    await sweepAttempts(portal)
    await sweepSessions(portal)
    await sweepIdempotencyKeys(portal)
  })
  if (portal.config.tsaUrl) await queue.work('timestamps', () => checkTimestamps(portal))
  await queue.schedule('timestamps', portal.config.tsaUrl ? '*/5 * * * *' : null)
  await queue.schedule('vacuum', '17 3 * * *')
  await queue.schedule('sweep', '47 * * * *')
}

/** Responses of idempotent requests are kept for a week, longer than any client retries. */
async function sweepIdempotencyKeys(portal: Portal): Promise<void> {
  const oldest = new Date(portal.clock.now().getTime() - keptDays * 86_400_000)
  await portal.database.asActor({ kind: 'system' }, (tx) =>
    tx.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute(),
  )
}
