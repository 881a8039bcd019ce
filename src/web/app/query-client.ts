import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Somebody signed out elsewhere, or was removed: forget everything that was theirs. The shell then leaves for /auth. */
function noticeSignedOut(error: Error): void {
  if (error instanceof ApiError && error.code === 'not_signed_in') queryClient.setQueryData(['me'], null)
}

/** What was read from the portal. The live stream says when to read again, so nothing is read on a timer. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})
