import * as z from 'zod/mini'
import { eventNames } from '#domain/activity.ts'
import { id, time } from './shapes.ts'

/** One message of `GET /api/live` (server-sent events): what happened to what. Screens then read what they show again. */
export const liveMessage = z.object({
  name: z.enum(eventNames),
  subjectId: z.nullable(id),
  partnerId: z.nullable(id),
  occurredAt: time,
})
export type LiveMessage = z.infer<typeof liveMessage>
