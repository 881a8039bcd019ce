import { sql } from 'kysely'
import { isNewsEvent } from '#communication/lead-news/domain/news-events.ts'
import { stepNames } from '#contracts/contracts/domain/signing.ts'
import { isWebhookEvent } from '#operations/webhooks/domain.ts'
import type { EventRules, WantedQuestion } from '#platform/server/events/recorded-events.ts'
import { type EventName, events } from '#portal/api/events.ts'
import { eventsWithHandlers } from './event-handlers.ts'

/** Events that webhooks may send, and news of leads that somebody wants by mail at once. */
function wantedEvents(names: readonly EventName[]): WantedQuestion | null {
  const [webhooks, news] = [names.filter(isWebhookEvent), names.filter(isWantedNews)]
  if (webhooks.length === 0 && news.length === 0) return null
  const answer =
    news.length === 0
      ? sql<string[]>`(select app.wanted_events(${webhooks}::text[]))`
      : sql<string[]>`(select app.wanted_events(${webhooks}::text[]) || app.wanted_news(${news}::text[]))`
  return { names: new Set([...webhooks, ...news]), answer }
}

const isWantedNews = (name: EventName) => isNewsEvent(name) && eventsWithHandlers.has(name)

const keepsOrigin = (name: EventName) => (stepNames as readonly EventName[]).includes(name)
const isUrgent = (name: EventName) => events[name].isUrgent === true

/** The rules of a running portal. */
export const eventRules: EventRules = {
  withJob: new Set([...eventsWithHandlers].filter((name) => !isNewsEvent(name))),
  keepsOrigin,
  isUrgent,
  handlerQuestion: wantedEvents,
}

/** Events are recorded, and no mail, message or other work follows. */
export const recordedOnly: EventRules = { withJob: new Set(), keepsOrigin, isUrgent, handlerQuestion: () => null }
