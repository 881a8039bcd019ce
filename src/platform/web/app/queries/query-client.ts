import { QueryClient } from '@tanstack/react-query'
import { forgetOfflineForm } from '../forms/draft-storage.ts'
import { ApiError } from '../requests/api-error.ts'
import { saveReturnTo } from '../session/return-to.ts'
import { goOn, isOnItsWay } from './start-anew.ts'

/** Query cache. Live messages invalidate it, so there is no polling. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})

/** Clears personal data from the cache (the provider's identity is public) and sets the new person. */
export function resetQueries(person: { readonly id: string } | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [topic] }) => topic !== 'me' && topic !== 'settings' })
  queryClient.setQueryData(['me'], person)
}

/** Handles an ended session: redirects to /auth, and back to this page after sign-in. */
export function noticeSignedOut(): void {
  forgetOfflineForm()
  if (!queryClient.getQueryData(['me'])) return
  // The page goes there as a whole: a step of its own would meet the new page half way.
  if (isOnItsWay()) return goOn()
  saveReturnTo(location.pathname + location.search)
  resetQueries(null)
}
