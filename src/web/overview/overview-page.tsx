import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../app/query-client.ts'
import { useMe } from '../app/session.ts'
import { ErrorState } from '../ui/states.tsx'
import { AdminOverview } from './admin-overview.tsx'
import { overviewQuery } from './data.ts'
import { PartnerOverview } from './partner-overview.tsx'

export const prefetch = { overview: () => queryClient.prefetchQuery(overviewQuery) }

/** Start page of the dashboard for both roles. */
export function Component() {
  const me = useMe()
  const { data, error, refetch } = useQuery(overviewQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return me.role === 'admin' ? <AdminOverview overview={data} /> : <PartnerOverview overview={data} />
}
