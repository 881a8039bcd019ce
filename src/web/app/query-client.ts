import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { saveReturnTo } from './return-to.ts'

/** What was read from the portal. The live stream says when to read again, so nothing is read on a timer. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})

/** Drops everything that was one person's; the provider's identity is everybody's. Whoever comes next starts with `person`. */
export function startOver(person: { readonly id: string } | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [topic] }) => topic !== 'me' && topic !== 'settings' })
  queryClient.setQueryData(['me'], person)
}

/** The session ended elsewhere, or its time was up: the shell leaves for /auth, and signing in again comes back to this page. */
export function noticeSignedOut(): void {
  if (!queryClient.getQueryData(['me'])) return
  saveReturnTo(location.pathname + location.search)
  startOver(null)
}
