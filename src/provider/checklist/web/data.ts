import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { setupRoutes } from '../api.ts'

/** Loads the checklist, for staff who set the portal up alone. */
export const loadChecklist = () => import('./setup-checklist.tsx')

/**
 * What a new portal still has to be set up with, once it can be drawn as well. The page of the first visit has a query of its own
 * (auth/data.ts).
 */
export const checklistQuery = queryOptions({
  queryKey: ['setup-checklist'],
  queryFn: async () => {
    const checklist = await call(setupRoutes.getSetup, {})
    if (checklist.isOpen) await loadChecklist()
    return checklist
  },
})
