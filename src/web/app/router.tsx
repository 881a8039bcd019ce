import { createBrowserRouter } from 'react-router'
import { PageLoading } from '../ui/states.tsx'
import { ErrorPage } from './error-page.tsx'
import type { PageFor } from './guards.ts'
import { guarded, signedOutOnly } from './guards.ts'
import type { PageModule } from './read-first.ts'
import { readFirst } from './read-first.ts'

const shown = (load: PageModule, page: PageFor) => ({ lazy: readFirst(load, page), loader: guarded(page) })

/** The route table of the specification, the pages that single-use links lead to, and the check of signed files. Each page is its own chunk. */
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
        ...shown(() => import('./shell.tsx'), 'everybody'),
        children: [
          {
            errorElement: <ErrorPage inShell />,
            children: [
              { index: true, ...shown(() => import('../overview/overview-page.tsx'), 'everybody') },
              { path: 'leads', ...shown(() => import('../leads/leads-page.tsx'), 'partners') },
              { path: 'commissions', ...shown(() => import('../commissions/commissions-page.tsx'), 'partners') },
              { path: 'status', ...shown(() => import('../tiers/status-page.tsx'), 'partners') },
              { path: 'contract', ...shown(() => import('../contracts/partner/contract-page.tsx'), 'partners') },
              { path: 'resources', ...shown(() => import('../resources/resources-page.tsx'), 'partners') },
              { path: 'payment-info', ...shown(() => import('../payments/payment-info-page.tsx'), 'partners') },
              { path: 'partners', ...shown(() => import('../partners/partners-page.tsx'), 'admins') },
              { path: 'admin-leads', ...shown(() => import('../leads/admin-leads-page.tsx'), 'admins') },
              { path: 'admin-contracts', ...shown(() => import('../contracts/list/admin-contracts-page.tsx'), 'admins') },
              { path: 'admin-commissions', ...shown(() => import('../commissions/admin-commissions-page.tsx'), 'admins') },
              { path: 'admin-resources', ...shown(() => import('../resources/admin-resources-page.tsx'), 'admins') },
            ],
          },
        ],
      },
      { path: '*', lazy: () => import('./not-found-page.tsx') },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
