import type { ApiScope } from '#platform/domain/api-scopes.ts'
import type { DisabledReason, WebhookEvent } from '../domain.ts'
import type { Payload } from '#platform/api/event-payload.ts'

type ExternalId = Payload<{ readonly externalId: string | null }, { readonly externalId: string | null }>

/** The secret of an endpoint is in no event. */
interface WebhookState {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly enabled: boolean
}

/** What events tell of API keys, webhooks and external ids. */
export interface IntegrationEventPayloads {
  'lead.external_id_changed': ExternalId
  'profile.external_id_changed': ExternalId
  'api_key.created': Payload<null, { readonly name: string; readonly scopes: readonly ApiScope[] }>
  'api_key.revoked': Payload<null, { readonly name: string }>
  'webhook.created': Payload<null, { readonly url: string }>
  'webhook.changed': Payload<WebhookState, WebhookState>
  'webhook.deleted': Payload<{ readonly url: string }>
  'webhook.secret_rotated': Payload
  'webhook.disabled': Payload<null, { readonly because: DisabledReason }>
}
