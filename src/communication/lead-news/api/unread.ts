import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { id, idParams, personName, time } from '#platform/api/shapes.ts'
import { unreadEvents } from '../domain/news-events.ts'
import { unreadParts } from '../domain/unread.ts'

/** More than these are not told one by one: marks of older ones appear when newer ones are read. */
export const maxUnreadIds = 500

/** A lead with news for the caller. */
export const unreadLead = z.object({
  id,
  name: z.string(),
  company: z.string(),
  partner: personName,
  /** The latest of what happened. */
  what: z.enum(unreadEvents),
  at: time,
})

export const unreadRoutes = {
  unreadLeads: route('GET', '/leads/unread', {
    summary: 'The leads on which the other side did something that the caller has not looked at, newest first',
    who: 'unlocked',
    ability: 'leads',
    returns: z.object({
      ids: z.array(id),
      /** Those of them with an unread message. */
      messages: z.array(id),
      /** Those of them with something unread besides messages. */
      details: z.array(id),
      /** Whether there are older ones beyond the list. */
      more: z.boolean(),
    }),
  }),
  readLead: route('POST', '/leads/:id/read', {
    summary: 'Take the mark of an unread lead away, on all devices of the caller',
    description: 'With `part` only that of its messages, or that of everything else.',
    who: 'member',
    params: idParams,
    query: z.strictObject({ part: z.optional(z.enum(unreadParts)) }),
    unkeyed: 'repeatable',
  }),
  readAllLeads: route('POST', '/leads/read', {
    summary: 'Take all marks of unread leads away',
    who: 'member',
    unkeyed: 'repeatable',
  }),
}
