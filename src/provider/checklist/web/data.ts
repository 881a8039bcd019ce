import { queryOptions } from '@tanstack/react-query'

/** Loads the checklist, for staff who set the portal up alone. */
export const loadChecklist = () => import('./setup-checklist.tsx')

/**
 * What a new portal still has to be set up with, once it can be drawn as well. The page of the first visit has a query of its own
 * (auth/data.ts).
 */
export const checklistQuery = queryOptions({
  queryKey: ['setup-checklist'],
  queryFn: async () => (await loadChecklist()).readChecklist(),
})
