import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { preloadPortal } from '#portal/web/load-portal.ts'
import { providerSignInRoutes } from '../api/provider-sign-in.ts'

/** Leaves the portal for the provider's own page. */
export async function goToProvider(): Promise<void> {
  const { url } = await call(providerSignInRoutes.startProviderSignIn, {})
  window.location.assign(url)
}

/** Signs in once with what the provider has sent this browser back with, however often the page is drawn. */
export const providerAnswerQuery = (query: string) =>
  queryOptions({
    queryKey: ['sign-in-provider', query],
    queryFn: () => {
      preloadPortal()
      return call(providerSignInRoutes.finishProviderSignIn, { body: { query } })
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
