import { createBrowserRouter } from 'react-router'
import { type VisitorPageModule, visitorPages } from '#access/api/visitor-pages.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { ErrorPage } from '#platform/web/app/error-page.tsx'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { delay } from '#platform/web/app/requests/delay.ts'
import { guestOnly } from '#platform/web/app/session/guest-only.ts'
import { meQuery } from '#platform/web/app/session/session.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { loadPortal } from './load-portal.ts'
import type { PageModule } from './prefetch.ts'

/** One chunk per page: the bundler finds them by these imports. A page without one does not compile. */
const modules: Readonly<Record<VisitorPageModule, PageModule>> = {
  'portal/web/landing-page.tsx': () => import('./landing-page.tsx'),
  'accounts/auth/web/auth-page.tsx': () => import('#accounts/auth/web/auth-page.tsx'),
  'accounts/auth/web/setup-page.tsx': () => import('#accounts/auth/web/setup-page.tsx'),
  'accounts/auth/web/invitation-page.tsx': () => import('#accounts/auth/web/invitation-page.tsx'),
  'accounts/auth/web/reset-page.tsx': () => import('#accounts/auth/web/reset-page.tsx'),
  'accounts/auth/web/sign-in-link-page.tsx': () => import('#accounts/auth/web/sign-in-link-page.tsx'),
  'accounts/auth/web/provider-page.tsx': () => import('#accounts/auth/web/provider-page.tsx'),
  'partners/objections/web/objection-page.tsx': () => import('#partners/objections/web/objection-page.tsx'),
  'partners/corrections/web/confirm-email-page.tsx': () => import('#partners/corrections/web/confirm-email-page.tsx'),
  'leads/introductions/web/introduction-page.tsx': () => import('#leads/introductions/web/introduction-page.tsx'),
  'leads/client-confirmations/web/confirmation-page.tsx': () => import('#leads/client-confirmations/web/confirmation-page.tsx'),
  'portal/web/legal-page.tsx': () => import('./legal-page.tsx'),
  'people-data/notices/web/privacy-page.tsx': () => import('#people-data/notices/web/privacy-page.tsx'),
  'people-data/requests/web/request-page.tsx': () => import('#people-data/requests/web/request-page.tsx'),
  'contracts/verification/web/verify-page.tsx': () => import('#contracts/verification/web/verify-page.tsx'),
}

const visitors = visitorPages.map(({ path, module, audience }) => ({
  path,
  lazy: modules[module],
  ...(audience === 'visitors' ? { loader: guestOnly } : {}),
}))

const rootId = 'root'

/** What every browser loads first: the visitors' pages. The portal's follow when somebody opens one of them. */
const routes = [
  {
    id: rootId,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageLoading />,
    children: [...visitors, { path: '*', lazy: () => import('#platform/web/app/not-found-page.tsx') }],
  },
]

export const createRouter = () =>
  createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!/^\/dashboard(\/|$)/.test(path)) return
      // In a task of its own, apart from the one that makes the router.
      await delay(0)
      // The portal's guards need it.
      void queryClient.prefetchQuery(meQuery)
      // The first amount takes long (number-format.ts): now, while files are on their way, and not in the task that draws it.
      void delay(0).then(() => formatEuros(0))
      const { portalRoutes } = await loadPortal()
      // The table of routes is made in a task of its own, not in the one that has just evaluated the portal's modules.
      await delay(0)
      patch(rootId, portalRoutes)
    },
  })

/** Resolves when the first page's module, guard and prefetch are done. */
export function initialized(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })
}
