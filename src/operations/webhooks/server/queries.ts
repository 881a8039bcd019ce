import { type InferResult, sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import type { FilterOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type EventRecord, statusChange } from '#platform/server/events/event-record.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import { conditionsOf, is, matching } from '#platform/server/http/lists/listing.ts'
import type { Portal } from '#platform/server/portal.ts'
import { events } from '#portal/api/events.ts'
import type { deliveryList, WebhookMessage } from '../api/webhooks.ts'
import { deliveryKeptDays, type WebhookEvent } from '../domain.ts'

function endpoints(tx: Tx) {
  return tx
    .selectFrom('webhook_endpoints as w')
    .innerJoin('profiles as p', 'p.user_id', 'w.created_by')
    .select(['w.id', 'w.url', 'w.description', 'w.events', 'w.enabled', 'w.disabled_because', 'w.failing_since'])
    .select(['w.previous_secret_until', 'w.created_at', 'w.created_by'])
    .select(['p.full_name as creator_name', 'p.deleted_at as creator_deleted_at'])
}

export type ListedEndpoint = InferResult<ReturnType<typeof endpoints>>[number]

export function listEndpoints(tx: Tx): Promise<ListedEndpoint[]> {
  return endpoints(tx).orderBy('w.created_at', 'desc').orderBy('w.id', 'desc').execute()
}

export function findEndpoint(tx: Tx, id: string): Promise<ListedEndpoint> {
  return endpoints(tx).where('w.id', '=', id).executeTakeFirstOrThrow()
}

function deliveries(tx: Tx) {
  return tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .select(['d.id', 'd.endpoint_id', 'w.url', 'd.event_name', 'd.state', 'd.created_at', 'd.attempts', 'd.last_attempt_at'])
    .select(['d.next_attempt_at', 'd.status', 'd.error', 'd.problem', 'd.duration_ms'])
}

export type ListedDelivery = InferResult<ReturnType<typeof deliveries>>[number]

type DeliveryFilter = FilterOf<typeof deliveryList>

/** A page of the log, newest first, one row more than asked for. */
export function listDeliveries(
  tx: Tx,
  { after, limit, ...filter }: DeliveryFilter & { after: Position | null; limit: number },
): Promise<ListedDelivery[]> {
  const conditions = conditionsOf<DeliveryFilter>(filter, { webhookId: is('d.endpoint_id'), state: is('d.state') })
  const query = matching(deliveries(tx), conditions)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
  return (after ? query.where(sql<boolean>`(d.created_at, d.id) < (${after.at}, ${after.id}::uuid)`) : query).execute()
}

export function findDelivery(tx: Tx, id: string) {
  return deliveries(tx).select(['d.body', 'd.answer']).where('d.id', '=', id).executeTakeFirst()
}

/** Removes deliveries after their time, and secrets that no longer sign. */
export async function sweepWebhooks({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const oldest = new Date(now.getTime() - deliveryKeptDays * 86_400_000)
  await database.asActor(system, async (tx) => {
    await tx.deleteFrom('webhook_deliveries').where('created_at', '<', oldest).execute()
    const over = { previous_secret_encrypted: null, previous_secret_until: null }
    await tx.updateTable('webhook_endpoints').set(over).where('previous_secret_until', '<=', now).execute()
  })
}

/** What endpoints are told of an event: ids and status, and nothing that needs a permission to be read. */
export async function readMessage(tx: Tx, event: EventRecord<WebhookEvent>): Promise<WebhookMessage> {
  const { subject: kind } = events[event.name]
  const subject = kind && event.subjectId ? { kind, id: event.subjectId } : null
  const [partner, externalId] = await Promise.all([
    event.partnerId ? findExternalId(tx, 'person', event.partnerId) : null,
    subject && findExternalId(tx, subject.kind, subject.id),
  ])
  return {
    type: event.name,
    timestamp: event.occurredAt.toISOString(),
    data: {
      eventId: event.id,
      subject: subject && { ...subject, externalId },
      partner: event.partnerId ? { id: event.partnerId, externalId: partner } : null,
      ...statusChange(event),
    },
  }
}

async function findExternalId(tx: Tx, kind: string, id: string): Promise<string | null> {
  if (kind === 'lead') {
    const row = await tx.selectFrom('leads').select('external_id').where('id', '=', id).executeTakeFirst()
    return row ? row.external_id : lastExternalId(tx, id)
  }
  if (kind !== 'person') return null
  const row = await tx.selectFrom('partners').select('external_id').where('id', '=', id).executeTakeFirst()
  return row?.external_id ?? null
}

/** The id by which a receiver knew a lead that is deleted, also when an earlier event of it is told only now. */
async function lastExternalId(tx: Tx, leadId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('events')
    .select(payloadField('events', 'lead.external_id_changed', 'after', 'externalId').as('external_id'))
    .where('subject_id', '=', leadId)
    .where('name', '=', 'lead.external_id_changed')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.external_id ?? null
}
