import { type RouteObject, redirect } from 'react-router'
import { type PortalPageModule, portal, portalPages } from '#access/api/pages.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { ErrorPage } from '#platform/web/app/error-page.tsx'
import { guarded } from '#platform/web/app/session/guards.ts'
import * as shell from '#portal/web/shell/shell.tsx'
import { movedPages, movedTo } from './moved-pages.ts'
import { type PageModule, withPrefetch } from './prefetch.ts'

/** One chunk per page: the bundler finds them by these imports. A page without one does not compile. */
const modules: Readonly<Record<PortalPageModule, PageModule>> = {
  'overview/web/overview-page.tsx': () => import('#overview/web/overview-page.tsx'),
  'leads/pages/web/leads-page.tsx': () => import('#leads/pages/web/leads-page.tsx'),
  'leads/pages/web/share-page.tsx': () => import('#leads/pages/web/share-page.tsx'),
  'money/commissions/web/commissions-page.tsx': () => import('#money/commissions/web/commissions-page.tsx'),
  'money/disputes/web/disputes-page.tsx': () => import('#money/disputes/web/disputes-page.tsx'),
  'money/disputes/web/admin-disputes-page.tsx': () => import('#money/disputes/web/admin-disputes-page.tsx'),
  'money/tiers/web/status-page.tsx': () => import('#money/tiers/web/status-page.tsx'),
  'contracts/contracts/web/partner/contract-page.tsx': () => import('#contracts/contracts/web/partner/contract-page.tsx'),
  'communication/resources/web/resources-page.tsx': () => import('#communication/resources/web/resources-page.tsx'),
  'money/bank-details/web/payment-info-page.tsx': () => import('#money/bank-details/web/payment-info-page.tsx'),
  'money/billing/web/billing-page.tsx': () => import('#money/billing/web/billing-page.tsx'),
  'money/vigilance/web/documents-page.tsx': () => import('#money/vigilance/web/documents-page.tsx'),
  'partners/team/web/team-page.tsx': () => import('#partners/team/web/team-page.tsx'),
  'partners/pages/web/partners-page.tsx': () => import('#partners/pages/web/partners-page.tsx'),
  'communication/announcements/web/announcements-page.tsx': () =>
    import('#communication/announcements/web/announcements-page.tsx'),
  'partners/profile/web/partner-page.tsx': () => import('#partners/profile/web/partner-page.tsx'),
  'partners/profile/web/partner-history-page.tsx': () => import('#partners/profile/web/partner-history-page.tsx'),
  'leads/pages/web/admin-leads-page.tsx': () => import('#leads/pages/web/admin-leads-page.tsx'),
  'leads/registrations/web/registrations-page.tsx': () => import('#leads/registrations/web/registrations-page.tsx'),
  'contracts/pages/web/admin-contracts-page.tsx': () => import('#contracts/pages/web/admin-contracts-page.tsx'),
  'money/commissions/web/admin-commissions-page.tsx': () => import('#money/commissions/web/admin-commissions-page.tsx'),
  'money/pages/web/my-payouts-page.tsx': () => import('#money/pages/web/my-payouts-page.tsx'),
  'money/invoices/web/my-invoices-page.tsx': () => import('#money/invoices/web/my-invoices-page.tsx'),
  'money/invoices/web/invoices-page.tsx': () => import('#money/invoices/web/invoices-page.tsx'),
  'money/pages/web/year-page.tsx': () => import('#money/pages/web/year-page.tsx'),
  'money/pages/web/admin-payouts-page.tsx': () => import('#money/pages/web/admin-payouts-page.tsx'),
  'money/pages/web/payments-page.tsx': () => import('#money/pages/web/payments-page.tsx'),
  'operations/webhooks/web/integrations-page.tsx': () => import('#operations/webhooks/web/integrations-page.tsx'),
  'operations/journal/web/journal-page.tsx': () => import('#operations/journal/web/journal-page.tsx'),
  'operations/system/web/system-page.tsx': () => import('#operations/system/web/system-page.tsx'),
  'people-data/pages/web/people-data-page.tsx': () => import('#people-data/pages/web/people-data-page.tsx'),
  'portal/web/settings/settings-page.tsx': () => import('./settings/settings-page.tsx'),
  'communication/resources/web/admin-resources-page.tsx': () => import('#communication/resources/web/admin-resources-page.tsx'),
}

const pages = portalPages.map(({ path, module, audience, reads }) => ({
  ...(path === pagePaths.home ? { index: true as const } : { path }),
  lazy: withPrefetch(modules[module], audience, reads),
  loader: guarded(audience),
}))

const moved = movedPages.map((page) => ({
  path: page.from,
  loader: ({ request }: { readonly request: Request }) => redirect(movedTo(page, new URL(request.url).search)),
}))

/** The dashboard: its pages stand inside the shell, which is in this module's chunk. */
export const portalRoutes: RouteObject[] = [
  {
    path: pagePaths.home,
    lazy: withPrefetch(() => Promise.resolve(shell), 'everybody', portal.reads),
    loader: guarded('everybody'),
    children: [{ errorElement: <ErrorPage inShell />, children: [...pages, ...moved] }],
  },
]
