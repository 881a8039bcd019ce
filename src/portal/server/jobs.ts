import { system } from '#access/domain/actor.ts'
import { makeRequestedLink, type RequestedLink } from '#accounts/auth/server/requested-links.ts'
import { sendDigests } from '#communication/lead-news/server/digest.ts'
import { sweepUnread } from '#communication/lead-news/server/queries.ts'
import { remindBySchedule } from '#communication/reminders/server/daily.ts'
import { applyInBatches, type ImportJob, resumeImports, sweepImports } from '#imports/server/apply-job.ts'
import { sweepClientAddresses } from '#leads/client-confirmations/server/client-address-commands.ts'
import { sweepForms } from '#leads/introductions/server/sent-forms.ts'
import { followRegistrations } from '#leads/registrations/server/hourly-commands.ts'
import { followDocuments } from '#money/vigilance/server/daily.ts'
import { backUpOnSchedule } from '#operations/backup/server/scheduled.ts'
import { sweepUpgradeCopies } from '#operations/backup/server/upgrade-copy.ts'
import { followNow } from '#operations/journal/server/append-commands.ts'
import { closeDays, stampRoots } from '#operations/journal/server/roots.ts'
import { type DeliveryJob, deliverMessage } from '#operations/webhooks/server/deliver.ts'
import { sweepWebhooks } from '#operations/webhooks/server/queries.ts'
import { followErasures } from '#people-data/erasures/server/follow.ts'
import { sendNotices } from '#people-data/notices/server/send-commands.ts'
import { keepNoticeTexts } from '#people-data/notices/server/text-commands.ts'
import { followPeriods } from '#people-data/periods/server/commands.ts'
import { sweepUnproved } from '#people-data/requests/server/queries.ts'
import { makeEventMonths } from '#platform/server/events/event-months.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { sweepAttempts } from '#platform/server/http/limits/rate-limits.ts'
import { noteGivenUp } from '#platform/server/jobs/given-up.ts'
import { deliver } from '#platform/server/mail/deliver.ts'
import type { Portal } from '#platform/server/portal.ts'
import { checkTimestamps } from '#platform/server/timestamps/check-timestamps.ts'
import { mailsFor } from './mails.ts'
import { scheduleOf } from './schedule.ts'
import { sweepSessions } from './sweep-sessions.ts'

const keptDays = 7

/** Starts the background workers: event handlers and housekeeping. */
export async function startJobs(portal: Portal, react: (eventId: string) => Promise<void>): Promise<void> {
  const { queue } = portal
  await queue.work<{ eventId: string }>('event', ({ eventId }) => react(eventId), { any: 1, urgent: 1 })
  await queue.work<{ mailId: string }>('mail', ({ mailId }) => deliver(portal, mailId, mailsFor), { any: 3, urgent: 2 })
  await queue.work<RequestedLink>('link', (link) => makeRequestedLink(portal, link), { any: 1, urgent: 0 })
  await queue.work<DeliveryJob>('webhook', (job) => deliverMessage(portal, job), { any: 1, urgent: 0, perGroup: 2, max: 200 })
  await queue.whenGivenUp((job) => noteGivenUp(portal, job))
  await queue.work<ImportJob>('import', (job) => applyInBatches(portal, job))
  await resumeImports(portal)
  await queue.work('vacuum', () => portal.database.vacuum())
  await queue.work('sweep', async () => {
    await sweepFiles(portal)
    await sweepAttempts(portal)
    await sweepSessions(portal)
    await sweepIdempotencyKeys(portal)
    await sweepWebhooks(portal)
    await sweepUnread(portal)
    await sweepClientAddresses(portal)
    await sweepForms(portal)
    await sweepUnproved(portal)
    await sweepUpgradeCopies(portal)
    await sweepImports(portal)
  })
  await queue.work('months', async () => void (await makeEventMonths(portal)))
  await queue.work('registrations', () => followRegistrations(portal))
  await queue.work('documents', () => followDocuments(portal))
  await queue.work('journal', () => closeDays(portal))
  await queue.work('news', async () => {
    // What happened before the hour is marked, whatever kept a server from it until now.
    await followNow(portal)
    await sendDigests(portal)
  })
  await queue.work('notices', async () => {
    await keepNoticeTexts(portal)
    await sendNotices(portal)
  })
  await queue.work('erasures', () => followErasures(portal))
  await queue.work('periods', async () => void (await followPeriods(portal)))
  await queue.work('reminders', () => remindBySchedule(portal))
  if (portal.config.tsaUrl) {
    await queue.work('timestamps', async () => {
      await checkTimestamps(portal)
      await stampRoots(portal)
    })
  }
  const { backups } = portal.config
  if (backups) await queue.work('backup', () => backUpOnSchedule(portal, backups))
  await queue.schedule(scheduleOf(portal.config))
}

/** Responses of idempotent requests are kept for a week, longer than any client retries. */
async function sweepIdempotencyKeys(portal: Portal): Promise<void> {
  const oldest = new Date(portal.clock.now().getTime() - keptDays * 86_400_000)
  await portal.database.asActor(system, (tx) => tx.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute())
}
