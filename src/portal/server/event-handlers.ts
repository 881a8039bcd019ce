import { system } from '#access/domain/actor.ts'
import { queueDeliveries } from '#operations/webhooks/server/queue-deliveries.ts'
import type { BackgroundHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import { queueMails } from '#platform/server/mail/queue-mails.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { EventName } from '#portal/api/events.ts'
import { eventsWithMails, mailsFor } from './mails.ts'
import { slices } from './slices.ts'

const backgroundHandlers: BackgroundHandlers = Object.assign({}, ...Object.values(slices).map(({ background }) => background))

export const eventsWithHandlers: ReadonlySet<EventName> = new Set([
  ...eventsWithMails,
  ...(Object.keys(backgroundHandlers) as EventName[]),
])

/**
 * Handles one event after commit; may be repeated after a crash. Mails and messages to webhooks are queued as separate
 * jobs before the background handler runs, so that none delays or repeats the other.
 */
export async function handleEvent(portal: Portal, eventId: string): Promise<void> {
  const event = await withTransaction(portal, system, async ({ tx }) => {
    const { event, mails, isEmptied } = await mailsFor(tx, portal, eventId)
    await queueMails(portal, tx, eventId, mails)
    await queueDeliveries(portal, tx, event)
    return isEmptied ? null : event
  })
  if (event) await runInBackground(event, portal)
}

async function runInBackground<Name extends EventName>(event: EventRecord<Name>, portal: Portal): Promise<void> {
  await backgroundHandlers[event.name]?.(event, portal)
}
