import type { Tx } from '#platform/server/db/database.ts'
import type { EventRecord } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { WebhookMessage } from '../api/webhooks.ts'
import { isWebhookEvent, type WebhookEvent } from '../domain.ts'
import { readMessage } from './queries.ts'

/** Queues a message about an event for each endpoint that wants it, in the caller's transaction, each exactly once. */
export async function queueDeliveries(portal: Pick<Portal, 'queue' | 'clock'>, tx: Tx, event: EventRecord): Promise<void> {
  if (!isAboutWebhookEvent(event)) return
  const endpoints = await tx.selectFrom('webhook_endpoints').select(['id', 'events']).where('enabled', '=', true).execute()
  const interested = endpoints.filter(({ events }) => events.includes(event.name))
  if (interested.length === 0) return
  const message = await readMessage(tx, event)
  for (const { id } of interested) await queueDelivery(portal, tx, { endpointId: id, eventId: event.id, message })
}

function isAboutWebhookEvent(event: EventRecord): event is EventRecord<WebhookEvent> {
  return isWebhookEvent(event.name)
}

interface NewDelivery {
  readonly endpointId: string
  /** The event that is delivered; null for a test message. */
  readonly eventId: string | null
  readonly message: WebhookMessage
}

/** Stores a message and queues its first attempt. Returns its id; null if the endpoint has this event's message already. */
export async function queueDelivery(
  { queue, clock }: Pick<Portal, 'queue' | 'clock'>,
  tx: Tx,
  { endpointId, eventId, message }: NewDelivery,
): Promise<string | null> {
  const id = newId()
  const now = clock.now()
  const added = await tx
    .insertInto('webhook_deliveries')
    .values({
      id,
      endpoint_id: endpointId,
      event_id: eventId,
      event_name: message.type,
      body: JSON.stringify(message),
      state: 'pending',
      created_at: now,
      next_attempt_at: now,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) return null
  await queue.send(tx, 'webhook', { deliveryId: id, attempt: 1 }, { group: endpointId })
  return id
}
