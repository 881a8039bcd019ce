import type * as z from 'zod/mini'
import { isNewsTo } from '#communication/lead-news/domain/news.ts'
import type { liveMessage } from '#platform/api/live.ts'
import { eventSubjects } from '#platform/domain/event-names.ts'
import type { Session } from '#platform/server/http/sessions/session.ts'
import type { StreamedEvent } from './sse-hub.ts'

/** The only serializer for a streamed event. Whose request it was is told to that person alone. */
export function presentEvent(
  event: StreamedEvent,
  receiver: Pick<Session, 'role' | 'userId' | 'partner'>,
): z.infer<typeof liveMessage> {
  const kind = eventSubjects[event.name]
  return {
    name: event.name,
    subject: kind && event.subjectId ? { kind, id: event.subjectId } : null,
    from: event.from,
    to: event.to,
    partnerId: event.partnerId,
    requestId: event.actorId === receiver.userId ? event.requestId : null,
    news: isNewsTo({ role: receiver.role, partnerId: receiver.partner?.id ?? null }, event),
    occurredAt: new Date(event.occurredAt).toISOString(),
  }
}
