import { checkConfirmed, withConfirmation } from '#accounts/auth/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { type Delivery, type Webhook, webhookRoutes } from '../api/webhooks.ts'
import { deliveryProblemText } from '../domain.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { webhookEventHandlers } from './event-handlers.ts'
import { webhookData } from './personal-data.ts'
import { findDelivery, findEndpoint, type ListedDelivery, type ListedEndpoint, listDeliveries, listEndpoints } from './queries.ts'

/** The only serializer for an endpoint: its secrets are not read. */
function presentWebhook(row: ListedEndpoint): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: [...row.events],
    enabled: row.enabled,
    disabledBecause: row.disabled_because,
    failingSince: row.failing_since?.toISOString() ?? null,
    previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: { id: row.created_by, name: row.creator_name, deleted: row.creator_deleted_at !== null },
  }
}

function presentDelivery(row: ListedDelivery): Delivery {
  return {
    id: row.id,
    webhook: { id: row.endpoint_id, url: row.url },
    event: row.event_name,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    status: row.status,
    error: row.problem ? deliveryProblemText(row.problem) : row.error,
    durationMs: row.duration_ms,
  }
}

async function webhookNow({ tx }: Pick<Call, 'tx'>, id: string): Promise<Webhook> {
  return presentWebhook(await findEndpoint(tx, id))
}

async function seenDelivery({ tx }: Call, id: string) {
  const row = await findDelivery(tx, id)
  if (!row) throw new Refusal('not_found', m.deliveryGone())
  return row
}

const webhookHandlers: Handlers<typeof webhookRoutes> = {
  listWebhooks: async ({ tx }) => ({ items: (await listEndpoints(tx)).map(presentWebhook) }),
  createWebhook: ({ body: { password, code, passkey, ...form }, ...call }) =>
    withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      const { id, secret } = await commands.createWebhook(context, call.portal, form)
      checkConfirmed(confirmation, m.toMakeWebhook())
      return { ...(await webhookNow(context, id)), secret }
    }),
  changeWebhook: ({ body: { password, code, passkey, ...form }, ...call }) =>
    withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      const { isElsewhere } = await commands.changeWebhook(context, call.portal, call.params.id, form)
      if (isElsewhere) checkConfirmed(confirmation, m.toChangeAddress())
      return webhookNow(context, call.params.id)
    }),
  deleteWebhook: (call) => commands.deleteWebhook(call, call.params.id),
  rotateWebhookSecret: (call) =>
    withConfirmation(call, call.body, async (context, confirmation) => {
      const secret = await commands.rotateSecret(context, call.portal, call.params.id)
      checkConfirmed(confirmation, m.toReplaceSecret())
      return { ...(await webhookNow(context, call.params.id)), secret }
    }),
  testWebhook: async (call) => {
    const id = await commands.sendTest(call, call.portal, call.params.id)
    return presentDelivery(await seenDelivery(call, id))
  },
  listDeliveries: async ({ tx, query }) => {
    const page = pageBounds(query)
    return newestPage(await listDeliveries(tx, { ...query, ...page }), page.limit, presentDelivery)
  },
  getDelivery: async (call) => {
    const row = await seenDelivery(call, call.params.id)
    return { ...presentDelivery(row), body: row.body, answer: row.answer }
  },
  replayDelivery: async (call) => {
    await commands.replayDelivery(call, call.portal, call.params.id)
    return presentDelivery(await seenDelivery(call, call.params.id))
  },
}

export const webhookSlice = slice({
  routes: webhookRoutes,
  handlers: webhookHandlers,
  mails: webhookEventHandlers,
  personalData: webhookData,
})
