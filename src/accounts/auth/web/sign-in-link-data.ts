import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { preloadPortal } from '#portal/web/load-portal.ts'
import { signInLinkRoutes } from '../api/sign-in-links.ts'

export const requestSignInLink = (email: string) => call(signInLinkRoutes.requestSignInLink, { body: { email } })

/** Signs in once, however often the page is drawn. */
export const signInByLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-in-link', token],
    queryFn: () => {
      preloadPortal()
      return call(signInLinkRoutes.signInByLink, { body: { token } })
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
