import * as z from 'zod/mini'
import { eventNames } from '#domain/activity.ts'
import { route } from './route.ts'
import { anyText, id, time } from './shapes.ts'

/** One message of `GET /api/live` (server-sent events): what happened to what. Screens then read what they show again. */
export const liveMessage = z.object({
  name: z.enum(eventNames),
  subjectId: z.nullable(id),
  partnerId: z.nullable(id),
  occurredAt: time,
})
export type LiveMessage = z.infer<typeof liveMessage>

export const liveRoutes = {
  live: route('GET', '/live', {
    summary: 'What happens, as server-sent events; resumes from Last-Event-ID',
    description: 'Event `session`: ask again who you are. Event `reset`: read everything again.',
    who: 'member',
    transaction: 'own',
    ownership: 'command',
    /** The `live-seq` of the oldest answer that is shown: where a stream begins that no event has moved on yet. */
    query: z.strictObject({ after: z.optional(anyText()) }),
    headers: z.object({ 'last-event-id': z.optional(z.string()) }),
    returns: liveMessage,
    answer: 'eventStream',
  }),
}
