import { event } from '#platform/api/events.ts'
import type { DisabledReason, WebhookEvent } from '../domain.ts'

/** The secret of an endpoint is in no event. */
interface WebhookState {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly enabled: boolean
}

export const endpointEvents = {
  'webhook.created': event<null, { readonly url: string }>('webhook'),
  'webhook.changed': event<WebhookState, WebhookState>('webhook'),
  'webhook.deleted': event<{ readonly url: string }>('webhook'),
  'webhook.secret_rotated': event('webhook'),
  'webhook.disabled': event<null, { readonly because: DisabledReason }>('webhook'),
}
