import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { id, time } from '#platform/api/shapes.ts'
import type { TermsChange } from './domain.ts'

/** A change of the terms of a partner, in the reader's language. */
export const toldTerms = z.object({
  id,
  /** When the partner was told. */
  at: time,
  /** The first day on which it holds. */
  firstDay: z.iso.date(),
  title: z.string(),
  lines: z.array(z.string()),
})
export type ToldTerms = z.infer<typeof toldTerms>

export const termsRoutes = {
  termsChanges: route('GET', '/me/terms-changes', {
    summary: 'What has changed of the terms under which the caller’s partner earns, newest first',
    who: 'partner',
    ability: 'money',
    returns: z.object({ changes: z.array(toldTerms) }),
  }),
}

export const termsEvents = {
  /** It is recorded for one partner, with the change of the programme that it follows from. */
  'terms.changed': event<null, TermsChange>(null),
}
