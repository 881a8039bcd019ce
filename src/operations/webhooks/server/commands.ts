import { isIP } from 'node:net'
import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { refuseOverwriting, withChanges } from '#platform/domain/changes.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import { allowedInside, isPublicAddress } from '#platform/server/outgoing/internal-addresses.ts'
import type { Portal } from '#platform/server/portal.ts'
import { encrypt } from '#platform/server/secrets/encryption.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { webhookChange } from '../api/webhooks.ts'
import { rotationHours, testEvent, type WebhookEvent } from '../domain.ts'
import { m } from '../messages/messages.ts'
import type { DeliveryJob } from './deliver.ts'
import { queueDelivery } from './queue-deliveries.ts'
import { newWebhookSecret } from './signature.ts'

interface EndpointForm {
  readonly url: string
  readonly description: string
  readonly events: readonly WebhookEvent[]
  readonly enabled: boolean
}

/** The fields of an endpoint that people write. Refuses what can be seen to lead inside; names are looked up when it is used. */
function toRow(config: Pick<Config, 'webhookAllowInternal'>, { url, description, events, enabled }: EndpointForm) {
  const { hostname, protocol, href } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const allowed = allowedInside(config.webhookAllowInternal)
  const isInside = allowed.host(host) || (isIP(host) !== 0 && allowed.address(host))
  // A name may be allowed by its address, which is not looked up here.
  const isAllowed = isInside || (isIP(host) === 0 && config.webhookAllowInternal.length > 0)
  refuseFieldUnless(isInside || isIP(host) === 0 || isPublicAddress(host), 'url', m.internalAddress())
  refuseFieldUnless(protocol === 'https:' || isAllowed, 'url', m.httpsMissing())
  return { url: href, description, events: [...events], enabled }
}

function sealed({ config }: Pick<Portal, 'config'>, endpointId: string): { secret: string; encrypted: string } {
  const secret = newWebhookSecret()
  return { secret, encrypted: encrypt(config.secret, 'webhook-secret', endpointId, secret) }
}

/** Adds an endpoint. Its secret is stored encrypted, and given out here alone. */
export async function createWebhook(
  context: TransactionContext,
  portal: Pick<Portal, 'config'>,
  form: EndpointForm,
): Promise<{ id: string; secret: string }> {
  const id = newId()
  const { secret, encrypted } = sealed(portal, id)
  const row = toRow(portal.config, form)
  await context.tx
    .insertInto('webhook_endpoints')
    .values({ id, ...row, secret_encrypted: encrypted, created_at: context.now, created_by: personOf(context).userId })
    .execute()
  await context.recordEvent({ name: 'webhook.created', subjectId: id, audience: staff, after: { url: row.url } })
  return { id, secret }
}

async function lockEndpoint({ tx }: TransactionContext, id: string) {
  const endpoint = await tx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!endpoint) throw new Refusal('not_found', m.noSuchEndpoint())
  return endpoint
}

/**
 * Changes an endpoint; one that is switched on again begins anew, whatever had failed. Returns whether it is at another address
 * since.
 */
export async function changeWebhook(
  context: TransactionContext,
  { config }: Pick<Portal, 'config'>,
  id: string,
  { expected, ...change }: z.output<typeof webhookChange>,
): Promise<{ readonly isElsewhere: boolean }> {
  const before = await lockEndpoint(context, id)
  refuseOverwriting(before, expected)
  const { url, description, events, enabled } = before
  const row = toRow(config, withChanges<EndpointForm>({ url, description, events, enabled }, change))
  const anew = row.enabled && !before.enabled ? { failing_since: null } : {}
  const because = row.enabled ? { disabled_because: null } : {}
  await context.tx
    .updateTable('webhook_endpoints')
    .set({ ...row, ...anew, ...because })
    .where('id', '=', id)
    .execute()
  const recordedFacts = (each: { url: string; events: readonly WebhookEvent[]; enabled: boolean }) => {
    return { url: each.url, events: [...each.events], enabled: each.enabled }
  }
  await context.recordEvent({
    name: 'webhook.changed',
    subjectId: id,
    audience: staff,
    before: recordedFacts(before),
    after: recordedFacts(row),
  })
  return { isElsewhere: row.url !== before.url }
}

/** Removes an endpoint with its deliveries. */
export async function deleteWebhook(context: TransactionContext, id: string): Promise<void> {
  const { url } = await lockEndpoint(context, id)
  await context.tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  await context.recordEvent({ name: 'webhook.deleted', subjectId: id, audience: staff, before: { url } })
}

/** Replaces the secret. The one before signs too for a day, so that the receiver can change at any time of it. */
export async function rotateSecret(context: TransactionContext, portal: Pick<Portal, 'config'>, id: string): Promise<string> {
  const { secret_encrypted: previous } = await lockEndpoint(context, id)
  const { secret, encrypted } = sealed(portal, id)
  await context.tx
    .updateTable('webhook_endpoints')
    .set({
      secret_encrypted: encrypted,
      previous_secret_encrypted: previous,
      previous_secret_until: new Date(context.now.getTime() + rotationHours * 3_600_000),
    })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({ name: 'webhook.secret_rotated', subjectId: id, audience: staff })
  return secret
}

/** Queues a test message. Returns its delivery's id. */
export async function sendTest(context: TransactionContext, portal: Portal, endpointId: string): Promise<string> {
  const { tx, now } = context
  await lockEndpoint(context, endpointId)
  const data = { eventId: null, subject: null, partner: null, from: null, to: null }
  const message = { type: testEvent, timestamp: now.toISOString(), data } as const
  const id = await queueDelivery(portal, tx, { endpointId, eventId: null, message })
  if (!id) throw new Error('a test was not queued')
  return id
}

/** Sends a delivery again at once, with the same id, and then as often as a new one. */
export async function replayDelivery(context: TransactionContext, portal: Portal, id: string): Promise<void> {
  const { tx, now } = context
  const row = await tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.deliveryGone())
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select('enabled')
    .where('id', '=', row.endpoint_id)
    .executeTakeFirstOrThrow()
  refuseUnless(endpoint.enabled || row.event_id === null, 'webhook_off', m.switchOnFirst())
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', tries: 0, next_attempt_at: now })
    .where('id', '=', id)
    .execute()
  const job: DeliveryJob = { deliveryId: id, attempt: row.attempts + 1 }
  await portal.queue.send(tx, 'webhook', { ...job }, { group: row.endpoint_id })
}
