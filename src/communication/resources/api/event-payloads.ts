import type { Payload } from '#platform/api/event-payload.ts'
import type { ResourceCategory } from '../domain.ts'

interface ResourceHeading {
  readonly title: string
  readonly category: ResourceCategory
}

/** Events about what partners find under Resources. */
export interface ResourceEventPayloads {
  'resource.added': Payload<null, { readonly category: ResourceCategory }>
  'resource.edited': Payload<ResourceHeading, ResourceHeading>
  /** A new version; `note` says what changed. */
  'resource.revised': Payload<null, { readonly version: number; readonly note: string }>
  'resource.deleted': Payload<{ readonly title: string }>
}
