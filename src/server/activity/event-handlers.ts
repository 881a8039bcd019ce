import type { EventName } from '#domain/activity.ts'
import { withTransaction } from '../transaction.ts'
import { queueEmails } from '../mail/post.ts'
import type { Portal } from '../portal.ts'
import { templateBackgroundHandlers } from '../templates/event-handlers.ts'
import type { BackgroundHandlers } from './event-record.ts'
import { eventsWithEmails, emailsFor } from './emails.ts'

const backgroundHandlers: BackgroundHandlers = { ...templateBackgroundHandlers }

/** Events that start after-commit work; the others cost no job. */
export const eventsWithHandlers: ReadonlySet<EventName> = new Set([
  ...eventsWithEmails,
  ...(Object.keys(backgroundHandlers) as EventName[]),
])

/**
 * The after-commit work of one event. It may run again after a crash. Each letter becomes a job of its own before any other
 * work starts: neither holds up the other, nor makes it happen twice.
 */
export async function handleEvent(portal: Portal, eventId: string): Promise<void> {
  const event = await withTransaction(portal, { kind: 'system' }, async ({ tx }) => {
    const { event, letters } = await emailsFor(tx, portal.config, eventId)
    await queueEmails(portal, tx, eventId, letters)
    return event
  })
  await backgroundHandlers[event.name]?.(event, portal)
}
