import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { allowedInside } from '#platform/server/outgoing/internal-addresses.ts'
import type { Portal } from '#platform/server/portal.ts'
import { decrypt } from '#platform/server/secrets/encryption.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { type DeliveryState, type DisabledReason, hasFailedTooLong, pauseAfter } from '../domain.ts'
import { type Attempt, postMessage } from './post-message.ts'
import { signedHeaders } from './signature.ts'

/** A job: one attempt of a delivery, counted from 1. */
export interface DeliveryJob {
  readonly deliveryId: string
  readonly attempt: number
}

/**
 * Makes one attempt, and queues the next one in the transaction that notes a failure. A message that was sent right before a
 * crash is sent again with the same id. Does nothing if the attempt was made already, by a replay or a repeated job.
 */
export async function deliverMessage(portal: Portal, { deliveryId, attempt }: DeliveryJob): Promise<void> {
  const due = await portal.database.asActor(system, (tx) => dueDelivery(tx, deliveryId, attempt), { isRead: true })
  if (!due) return
  const { delivery, endpoint } = due
  // A test is sent to an endpoint that is off, too: that is what one tries before switching it on.
  if (!endpoint.enabled && delivery.event_id !== null) return note(portal, due, switchedOff)
  const now = portal.clock.now()
  const secretOf = (encrypted: string) => decrypt(portal.config.secret, 'webhook-secret', endpoint.id, encrypted)
  const secrets = [secretOf(endpoint.secret_encrypted)]
  const { previous_secret_encrypted: previous, previous_secret_until: until } = endpoint
  if (previous && until && until > now) secrets.push(secretOf(previous))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Passerelle',
    ...signedHeaders(`msg_${delivery.id}`, now, delivery.body, secrets),
  }
  const allowed = allowedInside(portal.config.webhookAllowInternal)
  const outcome = await postMessage({ url: endpoint.url, headers, body: delivery.body }, allowed)
  await note(portal, due, outcome)
}

const switchedOff: Attempt = { status: null, answer: null, error: null, problem: { code: 'endpoint_off' }, durationMs: 0 }

type Due = NonNullable<Awaited<ReturnType<typeof dueDelivery>>>

async function dueDelivery(tx: Tx, deliveryId: string, attempt: number) {
  const delivery = await tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', deliveryId).executeTakeFirst()
  if (delivery?.state !== 'pending' || delivery.attempts !== attempt - 1) return null
  const endpoint = await tx.selectFrom('webhook_endpoints').selectAll().where('id', '=', delivery.endpoint_id).executeTakeFirst()
  return endpoint ? { delivery, endpoint } : null
}

/** Notes what became of an attempt, with what follows from it. */
function note(portal: Portal, { delivery, endpoint }: Due, outcome: Attempt): Promise<void> {
  return withTransaction(portal, system, async (context) => {
    const { tx, now } = context
    const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
    const tries = delivery.tries + 1
    const attempts = delivery.attempts + 1
    const pause = isDelivered || outcome === switchedOff || outcome.status === 410 ? null : pauseAfter(tries, Math.random())
    const state: DeliveryState = isDelivered ? 'delivered' : pause === null ? 'failed' : 'pending'
    const noted = await tx
      .updateTable('webhook_deliveries')
      .set({
        state,
        attempts,
        tries,
        last_attempt_at: now,
        next_attempt_at: pause === null ? null : new Date(now.getTime() + pause * 1000),
        status: outcome.status,
        answer: outcome.answer,
        error: outcome.error,
        problem: outcome.problem && JSON.stringify(outcome.problem),
        duration_ms: outcome.durationMs,
      })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (!noted.numUpdatedRows) return
    if (pause !== null) {
      const job: DeliveryJob = { deliveryId: delivery.id, attempt: attempts + 1 }
      await portal.queue.send(tx, 'webhook', { ...job }, { group: endpoint.id, afterSeconds: pause })
    }
    if (outcome !== switchedOff) await noteHealth(context, endpoint.id, isDelivered, outcome.status)
  })
}

/** Keeps since when an endpoint fails, and switches it off after days of that, or at once when it says that it is gone. */
async function noteHealth(context: TransactionContext, endpointId: string, isDelivered: boolean, status: number | null) {
  const { tx, now } = context
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['failing_since', 'enabled'])
    .where('id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst()
  if (!endpoint) return
  const failingSince = isDelivered ? null : (endpoint.failing_since ?? now)
  if (failingSince?.getTime() !== endpoint.failing_since?.getTime()) {
    await tx.updateTable('webhook_endpoints').set({ failing_since: failingSince }).where('id', '=', endpointId).execute()
  }
  const because = offBecause(failingSince, status, now)
  if (!because || !endpoint.enabled) return
  const off = { enabled: false, disabled_because: because }
  await tx.updateTable('webhook_endpoints').set(off).where('id', '=', endpointId).execute()
  await context.recordEvent({
    name: 'webhook.disabled',
    subjectId: endpointId,
    audience: staff,
    after: { because },
  })
}

function offBecause(failingSince: Date | null, status: number | null, now: Date): DisabledReason | null {
  if (status === 410) return 'gone'
  return failingSince && hasFailedTooLong(failingSince, now) ? 'failing' : null
}
