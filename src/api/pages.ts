import type { Role } from '#domain/actor.ts'

/** Whom a page of the dashboard is for. Outside it, `visitors` are not signed in and `anybody` may be. */
export type DashboardAudience = 'everybody' | 'partners' | 'admins'
type PageAudience = DashboardAudience | 'visitors' | 'anybody'

/** Answers that a page shows first: the server hints them to the browser, the page's module prefetches them. */
export type FirstRead = 'session' | 'settings' | 'standing' | 'overview' | 'board'

export interface PageEntry<Audience extends PageAudience = PageAudience> {
  readonly path: string
  /** Below src/web, as the build's manifest names it. */
  readonly module: string
  readonly audience: Audience
  readonly reads: readonly FirstRead[]
}

/** What surrounds every page of the dashboard: its routes and the shell. */
export const portal = {
  module: 'app/portal-routes.tsx',
  reads: ['session', 'settings', 'standing'],
} as const satisfies Partial<PageEntry>

/**
 * The addresses of the dashboard. The portal's routes are built from this table, and so are the hints in the server's page;
 * visitors load only their own (visitor-pages.ts).
 */
export const portalPages = [
  { path: '/dashboard', module: 'overview/overview-page.tsx', audience: 'everybody', reads: ['overview'] },
  { path: '/dashboard/leads', module: 'leads/leads-page.tsx', audience: 'partners', reads: ['board'] },
  { path: '/dashboard/share', module: 'leads/share-page.tsx', audience: 'everybody', reads: [] },
  { path: '/dashboard/commissions', module: 'commissions/commissions-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/commissions/disputes', module: 'disputes/disputes-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/commissions/payouts', module: 'payouts/my-payouts-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/commissions/invoices', module: 'invoices/my-invoices-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/status', module: 'tiers/status-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/contract', module: 'contracts/partner/contract-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/resources', module: 'resources/resources-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/payment-info', module: 'payments/payment-info-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/payment-info/billing', module: 'billing/billing-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/payment-info/documents', module: 'vigilance/documents-page.tsx', audience: 'partners', reads: [] },
  { path: '/dashboard/partners', module: 'partners/partners-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/partners/announcements', module: 'announcements/announcements-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/partners/:partnerId', module: 'partner-profile/partner-page.tsx', audience: 'admins', reads: [] },
  {
    path: '/dashboard/partners/:partnerId/history',
    module: 'partner-profile/partner-history-page.tsx',
    audience: 'admins',
    reads: [],
  },
  { path: '/dashboard/admin-leads', module: 'leads/admin-leads-page.tsx', audience: 'admins', reads: ['board'] },
  { path: '/dashboard/admin-leads/registrations', module: 'registrations/registrations-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-contracts', module: 'contracts/list/admin-contracts-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-commissions', module: 'commissions/admin-commissions-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-commissions/disputes', module: 'disputes/admin-disputes-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-commissions/invoices', module: 'invoices/invoices-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-commissions/year', module: 'year/year-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-commissions/payouts/files', module: 'payout-files/files-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-commissions/payouts', module: 'payouts/admin-payouts-page.tsx', audience: 'admins', reads: [] },
  {
    path: '/dashboard/admin-commissions/client-payments',
    module: 'client-payments/payments-page.tsx',
    audience: 'admins',
    reads: [],
  },
  { path: '/dashboard/integrations', module: 'integrations/integrations-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/journal', module: 'event-journal/journal-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/system', module: 'system/system-page.tsx', audience: 'admins', reads: [] },
  { path: '/dashboard/admin-resources', module: 'resources/admin-resources-page.tsx', audience: 'admins', reads: [] },
] as const satisfies readonly PageEntry<DashboardAudience>[]

export type PortalPageModule = (typeof portalPages)[number]['module']

/** Whether somebody who is signed in may open a page. */
export function mayOpen(role: Role, audience: PageAudience): boolean {
  if (audience === 'partners') return role === 'partner'
  return audience === 'admins' ? role === 'admin' : true
}

/** Those of the first reads that this reader is let to make; null: nobody is signed in, or it is not known who. */
export function firstReads(
  reads: readonly FirstRead[],
  reader: { readonly role: Role; readonly contractSigned: boolean } | null,
): FirstRead[] {
  return reads.filter((read) => {
    if (read === 'session' || read === 'settings') return true
    if (!reader) return false
    if (read === 'standing') return reader.role === 'partner'
    return read === 'overview' || reader.role === 'admin' || reader.contractSigned
  })
}
