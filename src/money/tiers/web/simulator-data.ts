import { queryOptions } from '@tanstack/react-query'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { call } from '#platform/web/app/requests/api.ts'

/** Leads of each open column that a simulation may choose from. */
export const choicesPerColumn = 50

/** The partner's newest leads that may still be signed. */
export const openLeadsQuery = queryOptions({
  // Read again with whatever compares leads, when one is added, changed or moved.
  queryKey: ['leads', 'known', 'open'],
  queryFn: async ({ signal }) => {
    const query = { columns: 'open', limit: choicesPerColumn }
    const { pages } = await call(leadRoutes.leadBoard, { query, signal })
    return {
      // A shared lead brings each of its partners a part alone.
      leads: pages
        .flatMap(({ items }) => items)
        .filter(({ share }) => !share)
        .sort((one, other) => other.estimatedAmountCents - one.estimatedAmountCents),
      hasMore: pages.some(({ nextCursor }) => nextCursor !== null),
    }
  },
})
