import { createBrowserRouter } from 'react-router'
import { PageLoading } from '../ui/states.tsx'
import { ErrorPage } from './error-page.tsx'
import type { PageFor } from './guards.ts'
import { guarded, signedOutOnly } from './guards.ts'
import type { PageModule } from './prefetch.ts'
import { withPrefetch } from './prefetch.ts'

const page = (load: PageModule, audience: PageFor) => ({ lazy: withPrefetch(load, audience), loader: guarded(audience) })

/**
 * The specification's route table, plus the targets of single-use links and the verification of signed files. One chunk per
 * page.
 */
const routes = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      { path: '/', loader: signedOutOnly, lazy: () => import('../landing/landing-page.tsx') },
      { path: '/auth', loader: signedOutOnly, lazy: () => import('../auth/auth-page.tsx') },
      { path: '/setup', lazy: () => import('../auth/setup-page.tsx') },
      { path: '/invitation', lazy: () => import('../auth/invitation-page.tsx') },
      { path: '/reset', lazy: () => import('../auth/reset-page.tsx') },
      { path: '/verify', lazy: () => import('../verify/verify-page.tsx') },
      {
        path: '/dashboard',
        ...page(() => import('./shell.tsx'), 'everybody'),
        children: [
          {
            errorElement: <ErrorPage inShell />,
            children: [
              { index: true, ...page(() => import('../overview/overview-page.tsx'), 'everybody') },
              { path: 'leads', ...page(() => import('../leads/leads-page.tsx'), 'partners') },
              { path: 'commissions', ...page(() => import('../commissions/commissions-page.tsx'), 'partners') },
              { path: 'status', ...page(() => import('../tiers/status-page.tsx'), 'partners') },
              { path: 'contract', ...page(() => import('../contracts/partner/contract-page.tsx'), 'partners') },
              { path: 'resources', ...page(() => import('../resources/resources-page.tsx'), 'partners') },
              { path: 'payment-info', ...page(() => import('../payments/payment-info-page.tsx'), 'partners') },
              { path: 'partners', ...page(() => import('../partners/partners-page.tsx'), 'admins') },
              { path: 'admin-leads', ...page(() => import('../leads/admin-leads-page.tsx'), 'admins') },
              { path: 'admin-contracts', ...page(() => import('../contracts/list/admin-contracts-page.tsx'), 'admins') },
              { path: 'admin-commissions', ...page(() => import('../commissions/admin-commissions-page.tsx'), 'admins') },
              { path: 'admin-resources', ...page(() => import('../resources/admin-resources-page.tsx'), 'admins') },
            ],
          },
        ],
      },
      { path: '*', lazy: () => import('./not-found-page.tsx') },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
