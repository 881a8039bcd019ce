import * as z from 'zod/mini'
import { subjectKinds } from '#access/domain/subject-kinds.ts'
import { route } from '#platform/api/route.ts'
import { anyText, id, time } from '#platform/api/shapes.ts'
import { eventNames } from './events.ts'

/**
 * One message of `GET /api/live` (server-sent events): what changed, so that a screen refetches only what it shows of it.
 * `from` and `to` are the status before and after, `partnerId` is the owner of the record. `requestId` is the X-Request-Id
 * of the change, told only to the person who made it: the tab that sent it recognises its own change.
 */
export const liveMessage = z.object({
  name: z.enum(eventNames),
  subject: z.nullable(z.object({ kind: z.enum(subjectKinds), id })),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  partnerId: z.nullable(id),
  requestId: z.nullable(z.string()),
  /** Whether it marks the lead as unread for whom the stream is; `unread` follows once it does. */
  news: z.boolean(),
  occurredAt: time,
})

export type LiveMessage = z.infer<typeof liveMessage>

export const liveRoutes = {
  live: route('GET', '/live', {
    summary: 'What happens, as server-sent events; resumes from Last-Event-ID',
    description:
      'Event `session`: ask again who you are. Event `reset`: read everything again. Event `unread`: these leads (`leadIds`; ' +
      'null: many) have news in `part`. Event `read`: these leads are read.',
    who: 'member',
    transaction: 'own',
    ownership: 'command',
    query: z.strictObject({
      /** The `live-seq` of the oldest answer that is shown: where a stream begins that no event has moved on yet. */
      after: z.optional(anyText()),
      /** The page's session: refused `not_signed_in` where the cookie is of another one by now. */
      session: z.optional(anyText()),
    }),
    headers: z.object({ 'last-event-id': z.optional(z.string()) }),
    returns: liveMessage,
    answer: 'eventStream',
  }),
}
