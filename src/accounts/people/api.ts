import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { id, time } from '#platform/api/shapes.ts'

/** Partners that were merged into the caller's, which read their money by `partnerId`; none for staff. */
export const formerPartners = z.array(z.object({ id, name: z.string(), company: z.string(), mergedAt: time }))
export type FormerPartners = z.infer<typeof formerPartners>

/** Apart from the other routes of partners, whose rules a page that only filters by partner need not load. */
export const partnerNameRoutes = {
  partnerNames: route('GET', '/partners/names', {
    summary: 'Partners by name, for choosing one in a form',
    who: 'admin',
    scope: 'partners:read',
    returns: z.object({ partners: z.array(z.object({ id, name: z.string(), company: z.string() })) }),
  }),
}
