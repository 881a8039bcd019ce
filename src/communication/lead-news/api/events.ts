import type { NewsMailSettings } from '#communication/notifications/api/news.ts'
import { event } from '#platform/api/events.ts'

export const newsMailEvents = {
  /** The daily mail: what happened after `since`, null for the first one, and until `until`. */
  'news.digested': event<null, { readonly since: string | null; readonly until: string }>('person'),
  'news_settings.changed': event<NewsMailSettings, NewsMailSettings>(null),
}
