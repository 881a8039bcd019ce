import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { comingQuery, toDoQuery } from '#overview/partner/web/data.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { checklistQuery } from '#provider/checklist/web/data.ts'
import { tasksQuery } from '../for-you/web/data.ts'
import { overviewQuery } from './data.ts'
import { PartnerOverview } from './partner-overview.tsx'

/** A partner's first load leaves out the page of staff, which is asked for together with their tasks. */
const loadAdmin = async () => ({ default: (await import('./admin-overview.tsx')).AdminOverview })
const AdminOverview = lazy(loadAdmin)

export const prefetch = {
  overview: () => queryClient.prefetchQuery(overviewQuery),
  tasks: () => Promise.all([queryClient.prefetchQuery(tasksQuery), loadAdmin()]),
  checklist: () => queryClient.prefetchQuery(checklistQuery),
  toDo: () => queryClient.prefetchQuery(toDoQuery),
  coming: () => queryClient.prefetchQuery(comingQuery),
}

/** Start page of the dashboard for both roles. */
export function Component() {
  const me = useMe()
  const { data, error, refetch } = useQuery(overviewQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (me.role !== 'admin') return <PartnerOverview overview={data} />
  return (
    <Suspense>
      <AdminOverview overview={data} />
    </Suspense>
  )
}
