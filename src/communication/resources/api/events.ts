import { event } from '#platform/api/events.ts'
import type { ResourceCategory } from '../domain.ts'

interface ResourceHeading {
  readonly title: string
  readonly category: ResourceCategory
}

/** Events about what partners find under Resources. */
export const resourceEvents = {
  'resource.added': event<null, { readonly category: ResourceCategory }>('resource'),
  'resource.edited': event<ResourceHeading, ResourceHeading>('resource'),
  /** A new version; `note` says what changed. */
  'resource.revised': event<null, { readonly version: number; readonly note: string }>('resource'),
  'resource.deleted': event<{ readonly title: string }>('resource'),
}
