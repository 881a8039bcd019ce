import type * as z from 'zod/mini'
import { isNewsTo, type NewsReader } from '#communication/lead-news/domain/news.ts'
import type { liveMessage } from '#platform/api/live.ts'
import { eventSubjects } from '#platform/domain/event-names.ts'
import type { StreamedEvent } from './sse-hub.ts'

/** The only serializer for a streamed event. Whose request it was is told to that person alone. */
export function presentEvent(event: StreamedEvent, receiver: NewsReader): z.infer<typeof liveMessage> {
  const kind = eventSubjects[event.name]
  return {
    name: event.name,
    subject: kind && event.subjectId ? { kind, id: event.subjectId } : null,
    from: event.from,
    to: event.to,
    partnerId: event.partnerId,
    requestId: event.actorId === receiver.userId ? event.requestId : null,
    news: isNewsTo(receiver, event),
    occurredAt: new Date(event.occurredAt).toISOString(),
  }
}
