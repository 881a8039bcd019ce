import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { id } from '#platform/api/shapes.ts'

/** Apart from the other routes of partners, whose rules a page that only filters by partner need not load. */
export const partnerNameRoutes = {
  partnerNames: route('GET', '/partners/names', {
    summary: 'Partners by name, for choosing one in a form',
    who: 'admin',
    scope: 'partners:read',
    returns: z.object({ partners: z.array(z.object({ id, name: z.string(), company: z.string() })) }),
  }),
}
