import type { RouteObject } from 'react-router'
import type { PortalPageModule } from '#api/pages.ts'
import { portal, portalPages } from '#api/pages.ts'
import { ErrorPage } from './error-page.tsx'
import { guarded } from './guards.ts'
import type { PageModule } from './prefetch.ts'
import { withPrefetch } from './prefetch.ts'
import * as shell from './shell.tsx'

/** One chunk per page: the bundler finds them by these imports. A page without one does not compile. */
const modules: Readonly<Record<PortalPageModule, PageModule>> = {
  'overview/overview-page.tsx': () => import('../overview/overview-page.tsx'),
  'leads/leads-page.tsx': () => import('../leads/leads-page.tsx'),
  'leads/share-page.tsx': () => import('../leads/share-page.tsx'),
  'commissions/commissions-page.tsx': () => import('../commissions/commissions-page.tsx'),
  'disputes/disputes-page.tsx': () => import('../disputes/disputes-page.tsx'),
  'disputes/admin-disputes-page.tsx': () => import('../disputes/admin-disputes-page.tsx'),
  'tiers/status-page.tsx': () => import('../tiers/status-page.tsx'),
  'contracts/partner/contract-page.tsx': () => import('../contracts/partner/contract-page.tsx'),
  'resources/resources-page.tsx': () => import('../resources/resources-page.tsx'),
  'payments/payment-info-page.tsx': () => import('../payments/payment-info-page.tsx'),
  'billing/billing-page.tsx': () => import('../billing/billing-page.tsx'),
  'vigilance/documents-page.tsx': () => import('../vigilance/documents-page.tsx'),
  'partners/partners-page.tsx': () => import('../partners/partners-page.tsx'),
  'announcements/announcements-page.tsx': () => import('../announcements/announcements-page.tsx'),
  'partner-profile/partner-page.tsx': () => import('../partner-profile/partner-page.tsx'),
  'partner-profile/partner-history-page.tsx': () => import('../partner-profile/partner-history-page.tsx'),
  'leads/admin-leads-page.tsx': () => import('../leads/admin-leads-page.tsx'),
  'registrations/registrations-page.tsx': () => import('../registrations/registrations-page.tsx'),
  'contracts/list/admin-contracts-page.tsx': () => import('../contracts/list/admin-contracts-page.tsx'),
  'commissions/admin-commissions-page.tsx': () => import('../commissions/admin-commissions-page.tsx'),
  'payouts/my-payouts-page.tsx': () => import('../payouts/my-payouts-page.tsx'),
  'invoices/my-invoices-page.tsx': () => import('../invoices/my-invoices-page.tsx'),
  'invoices/invoices-page.tsx': () => import('../invoices/invoices-page.tsx'),
  'year/year-page.tsx': () => import('../year/year-page.tsx'),
  'payout-files/files-page.tsx': () => import('../payout-files/files-page.tsx'),
  'payouts/admin-payouts-page.tsx': () => import('../payouts/admin-payouts-page.tsx'),
  'client-payments/payments-page.tsx': () => import('../client-payments/payments-page.tsx'),
  'integrations/integrations-page.tsx': () => import('../integrations/integrations-page.tsx'),
  'event-journal/journal-page.tsx': () => import('../event-journal/journal-page.tsx'),
  'system/system-page.tsx': () => import('../system/system-page.tsx'),
  'resources/admin-resources-page.tsx': () => import('../resources/admin-resources-page.tsx'),
}

const pages = portalPages.map(({ path, module, audience, reads }) => ({
  ...(path === '/dashboard' ? { index: true as const } : { path }),
  lazy: withPrefetch(modules[module], audience, reads),
  loader: guarded(audience),
}))

/** The dashboard: its pages stand inside the shell, which is in this module's chunk. */
export const portalRoutes: RouteObject[] = [
  {
    path: '/dashboard',
    lazy: withPrefetch(() => Promise.resolve(shell), 'everybody', portal.reads),
    loader: guarded('everybody'),
    children: [{ errorElement: <ErrorPage inShell />, children: pages }],
  },
]
