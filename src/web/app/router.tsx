import { createBrowserRouter } from 'react-router'
import type { VisitorPageModule } from '#api/visitor-pages.ts'
import { visitorPages } from '#api/visitor-pages.ts'
import { formatEuros } from '#domain/money.ts'
import { PageLoading } from '../ui/states.tsx'
import { delay } from './delay.ts'
import { ErrorPage } from './error-page.tsx'
import { guestOnly } from './guest-only.ts'
import { loadPortal } from './load-portal.ts'
import type { PageModule } from './prefetch.ts'
import { queryClient } from './query-client.ts'
import { meQuery } from './session.ts'

/** One chunk per page: the bundler finds them by these imports. A page without one does not compile. */
const modules: Readonly<Record<VisitorPageModule, PageModule>> = {
  'landing/landing-page.tsx': () => import('../landing/landing-page.tsx'),
  'auth/auth-page.tsx': () => import('../auth/auth-page.tsx'),
  'auth/setup-page.tsx': () => import('../auth/setup-page.tsx'),
  'auth/invitation-page.tsx': () => import('../auth/invitation-page.tsx'),
  'auth/reset-page.tsx': () => import('../auth/reset-page.tsx'),
  'partner-corrections/confirm-email-page.tsx': () => import('../partner-corrections/confirm-email-page.tsx'),
  'introductions/introduction-page.tsx': () => import('../introductions/introduction-page.tsx'),
  'client-confirmations/confirmation-page.tsx': () => import('../client-confirmations/confirmation-page.tsx'),
  'verify/verify-page.tsx': () => import('../verify/verify-page.tsx'),
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
    children: [...visitors, { path: '*', lazy: () => import('./not-found-page.tsx') }],
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
