import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { id, text } from '#platform/api/shapes.ts'
import { hitGroups, hitKinds } from './domain/search-hits.ts'

const hit = z.object({
  kind: z.enum(hitKinds),
  /** The record that the path opens. */
  id,
  /** The number or the name that was found, as pages show it. */
  title: z.string(),
  /** What it is about, for the reader to tell two of a kind apart. */
  detail: z.string(),
  /** The page of the portal that shows it to the caller. */
  path: z.string(),
})
export type SearchHit = z.infer<typeof hit>

export const searchRoutes = {
  search: route('GET', '/search', {
    summary: 'Numbers, leads, partners, people and contracts that the caller may see, the likeliest first',
    description:
      'Numbers are found as people quote them: without dashes, zeros or the year, and with a wrong letter. Names are found ' +
      'with a wrong letter. What takes too long is left out, and the answer says so.',
    who: 'member',
    query: z.strictObject({ q: text(0, 200, '') }),
    transaction: 'own',
    ownership: 'rowSecurity',
    returns: z.object({
      groups: z.array(z.object({ group: z.enum(hitGroups), hits: z.array(hit) })),
      /** False when a part of the search took too long: it may find more. */
      isComplete: z.boolean(),
    }),
  }),
}
