import type { Actor } from '#access/domain/actor.ts'
import { createApiKey } from '#accounts/api-keys/server/commands.ts'
import type { WebhookEvent } from '#operations/webhooks/domain.ts'
import { createWebhook } from '#operations/webhooks/server/commands.ts'
import { readMessage } from '#operations/webhooks/server/queries.ts'
import { readEvent } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { RunAs } from './run-as.ts'

const day = 86_400_000
const events: readonly WebhookEvent[] = ['lead.created', 'lead.moved', 'lead.signed']

/** What the sample CRM answered to the newest messages. */
const answers = [
  { state: 'delivered', status: 200, answer: '{"ok":true}', attempts: 1, durationMs: 84 },
  { state: 'delivered', status: 200, answer: '{"ok":true}', attempts: 2, durationMs: 131 },
  { state: 'failed', status: 500, answer: 'Internal Server Error', attempts: 11, durationMs: 412 },
  { state: 'delivered', status: 202, answer: '', attempts: 1, durationMs: 67 },
] as const

/**
 * A key of a CRM, and a webhook to it with its last messages. The webhook is off: an address that is reserved for examples
 * answers nobody.
 */
export async function seedIntegrations(
  { portal, runAs, admin }: { readonly portal: Portal; readonly runAs: RunAs; readonly admin: Actor },
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - 40 * day)
  const scopes = ['leads:read', 'leads:write', 'partners:read'] as const
  await runAs(admin, at, (context) => createApiKey(context, { name: 'CRM', scopes, lastDay: null }))
  const form = { url: 'https://crm.example/hooks/passerelle', description: 'CRM', events, enabled: false }
  const { id } = await runAs(admin, at, (context) => createWebhook(context, portal, form))
  await runAs(admin, now, async ({ tx }) => {
    const rows = await tx
      .selectFrom('events')
      .selectAll()
      .where('name', 'in', events)
      .$narrowType<{ name: WebhookEvent }>()
      .orderBy('seq', 'desc')
      .limit(answers.length)
      .execute()
    for (const [index, { durationMs, ...answer }] of answers.entries()) {
      const row = rows[index]
      if (!row) return
      const message = await readMessage(tx, readEvent(row))
      await tx
        .insertInto('webhook_deliveries')
        .values({
          id: newId(),
          endpoint_id: id,
          event_id: row.id,
          event_name: row.name,
          body: JSON.stringify(message),
          created_at: row.occurred_at,
          last_attempt_at: row.occurred_at,
          duration_ms: durationMs,
          tries: answer.attempts,
          ...answer,
        })
        .execute()
    }
  })
}
