import { createBrowserRouter } from 'react-router'
import type { PageModuleName } from '#api/pages.ts'
import { isDashboardPage, pages, shell } from '#api/pages.ts'
import { PageLoading } from '../ui/states.tsx'
import { ErrorPage } from './error-page.tsx'
import { guarded, guestOnly } from './guards.ts'
import type { PageModule } from './prefetch.ts'
import { withPrefetch } from './prefetch.ts'

/** One chunk per page: the bundler finds them by these imports. A page without one does not compile. */
export const modules: Readonly<Record<PageModuleName, PageModule>> = {
  'landing/landing-page.tsx': () => import('../landing/landing-page.tsx'),
  'auth/auth-page.tsx': () => import('../auth/auth-page.tsx'),
  'auth/setup-page.tsx': () => import('../auth/setup-page.tsx'),
  'auth/invitation-page.tsx': () => import('../auth/invitation-page.tsx'),
  'auth/reset-page.tsx': () => import('../auth/reset-page.tsx'),
  'verify/verify-page.tsx': () => import('../verify/verify-page.tsx'),
  'app/shell.tsx': () => import('./shell.tsx'),
  'overview/overview-page.tsx': () => import('../overview/overview-page.tsx'),
  'leads/leads-page.tsx': () => import('../leads/leads-page.tsx'),
  'commissions/commissions-page.tsx': () => import('../commissions/commissions-page.tsx'),
  'disputes/disputes-page.tsx': () => import('../disputes/disputes-page.tsx'),
  'disputes/admin-disputes-page.tsx': () => import('../disputes/admin-disputes-page.tsx'),
  'tiers/status-page.tsx': () => import('../tiers/status-page.tsx'),
  'contracts/partner/contract-page.tsx': () => import('../contracts/partner/contract-page.tsx'),
  'resources/resources-page.tsx': () => import('../resources/resources-page.tsx'),
  'payments/payment-info-page.tsx': () => import('../payments/payment-info-page.tsx'),
  'billing/billing-page.tsx': () => import('../billing/billing-page.tsx'),
  'partners/partners-page.tsx': () => import('../partners/partners-page.tsx'),
  'leads/admin-leads-page.tsx': () => import('../leads/admin-leads-page.tsx'),
  'contracts/list/admin-contracts-page.tsx': () => import('../contracts/list/admin-contracts-page.tsx'),
  'commissions/admin-commissions-page.tsx': () => import('../commissions/admin-commissions-page.tsx'),
  'payouts/my-payouts-page.tsx': () => import('../payouts/my-payouts-page.tsx'),
  'payouts/admin-payouts-page.tsx': () => import('../payouts/admin-payouts-page.tsx'),
  'client-payments/payments-page.tsx': () => import('../client-payments/payments-page.tsx'),
  'resources/admin-resources-page.tsx': () => import('../resources/admin-resources-page.tsx'),
}

const outside = pages
  .filter((page) => !isDashboardPage(page))
  .map(({ path, module, audience }) => ({
    path,
    lazy: modules[module],
    ...(audience === 'visitors' ? { loader: guestOnly } : {}),
  }))

const inside = pages.filter(isDashboardPage).map(({ path, module, audience, reads }) => ({
  ...(path === '/dashboard' ? { index: true as const } : { path }),
  lazy: withPrefetch(modules[module], audience, reads),
  loader: guarded(audience),
}))

/** The routes of the page table; pages of the dashboard stand inside its shell. */
const routes = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      ...outside,
      {
        path: '/dashboard',
        lazy: withPrefetch(modules[shell.module], 'everybody', shell.reads),
        loader: guarded('everybody'),
        children: [{ errorElement: <ErrorPage inShell />, children: inside }],
      },
      { path: '*', lazy: () => import('./not-found-page.tsx') },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
