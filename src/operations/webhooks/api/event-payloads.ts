import type { Payload } from '#platform/api/event-payload.ts'
import type { DisabledReason, WebhookEvent } from '../domain.ts'

/** The secret of an endpoint is in no event. */
interface WebhookState {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly enabled: boolean
}

export interface WebhookEventPayloads {
  'webhook.created': Payload<null, { readonly url: string }>
  'webhook.changed': Payload<WebhookState, WebhookState>
  'webhook.deleted': Payload<{ readonly url: string }>
  'webhook.secret_rotated': Payload
  'webhook.disabled': Payload<null, { readonly because: DisabledReason }>
}
