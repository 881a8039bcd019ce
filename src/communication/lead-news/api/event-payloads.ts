import type { Payload } from '#platform/api/event-payload.ts'
import type { NewsMailSettings } from './news.ts'

export interface NewsEventPayloads {
  /** The daily mail: what happened after `since`, null for the first one, and until `until`. */
  'news.digested': Payload<null, { readonly since: string | null; readonly until: string }>
  'news_settings.changed': Payload<NewsMailSettings, NewsMailSettings>
}
