import type { Ability } from '#access/domain/abilities.ts'
import type { Role } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { hasRight, rightsOfRole, type StaffRole } from '#access/domain/staff-rights.ts'

/** The readers of a page of the dashboard. Outside it, `visitors` are not signed in, and `anybody` may or may not be. */
export type DashboardAudience = 'everybody' | 'partners' | 'admins'
type PageAudience = DashboardAudience | 'visitors' | 'anybody'

/** Answers that a page shows first: the server hints them to the browser, the page's module prefetches them. */
export type FirstRead =
  | 'session'
  | 'settings'
  | 'standing'
  | 'overview'
  | 'tasks'
  | 'checklist'
  | 'toDo'
  | 'coming'
  | 'board'
  | 'leadSettings'

export interface PageEntry<Audience extends PageAudience = PageAudience> {
  readonly path: string
  /** The path of the page's module below `src`. */
  readonly module: string
  /** What it loads for staff alone. */
  readonly staffModule?: string
  readonly audience: Audience
  readonly reads: readonly FirstRead[]
  /** What somebody of a partner needs in order to open it. */
  readonly ability?: Ability
}

/** What surrounds every page of the dashboard: its routes and the shell. */
export const portal = {
  module: 'portal/web/portal-routes.tsx',
  reads: ['session', 'settings', 'standing'],
} as const satisfies Partial<PageEntry>

/**
 * The addresses of the dashboard. The portal's routes are built from this table, and so are the hints in the server's page;
 * visitors load only their own (visitor-pages.ts).
 */
export const portalPages = [
  {
    path: pagePaths.home,
    module: 'overview/web/overview-page.tsx',
    staffModule: 'overview/web/admin-overview.tsx',
    audience: 'everybody',
    reads: ['overview', 'tasks', 'checklist', 'toDo', 'coming'],
  },
  {
    path: pagePaths.leads,
    module: 'leads/pages/web/leads-page.tsx',
    audience: 'partners',
    reads: ['board', 'leadSettings'],
    ability: 'leads',
  },
  { path: pagePaths.share, module: 'leads/pages/web/share-page.tsx', audience: 'everybody', reads: [] },
  {
    path: pagePaths.commissions,
    module: 'money/commissions/web/commissions-page.tsx',
    audience: 'partners',
    reads: [],
    ability: 'own_money',
  },
  { path: pagePaths.disputes, module: 'money/disputes/web/disputes-page.tsx', audience: 'partners', reads: [], ability: 'money' },
  { path: pagePaths.payouts, module: 'money/pages/web/my-payouts-page.tsx', audience: 'partners', reads: [], ability: 'money' },
  {
    path: pagePaths.invoices,
    module: 'money/invoices/web/my-invoices-page.tsx',
    audience: 'partners',
    reads: [],
    ability: 'money',
  },
  { path: pagePaths.status, module: 'money/tiers/web/status-page.tsx', audience: 'partners', reads: [], ability: 'money' },
  {
    path: pagePaths.contract,
    module: 'contracts/contracts/web/partner/contract-page.tsx',
    audience: 'partners',
    reads: [],
    ability: 'contracts',
  },
  { path: pagePaths.resources, module: 'communication/resources/web/resources-page.tsx', audience: 'partners', reads: [] },
  {
    path: pagePaths.paymentInfo,
    module: 'money/bank-details/web/payment-info-page.tsx',
    audience: 'partners',
    reads: [],
    ability: 'bank',
  },
  { path: pagePaths.billing, module: 'money/billing/web/billing-page.tsx', audience: 'partners', reads: [], ability: 'bank' },
  {
    path: pagePaths.documents,
    module: 'money/vigilance/web/documents-page.tsx',
    audience: 'partners',
    reads: [],
    ability: 'documents',
  },
  { path: pagePaths.team, module: 'partners/team/web/team-page.tsx', audience: 'partners', reads: [] },
  { path: pagePaths.partners, module: 'partners/pages/web/partners-page.tsx', audience: 'admins', reads: [] },
  {
    path: pagePaths.announcements,
    module: 'communication/announcements/web/announcements-page.tsx',
    audience: 'admins',
    reads: [],
  },
  { path: pagePaths.partner, module: 'partners/profile/web/partner-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.partnerHistory, module: 'partners/profile/web/partner-history-page.tsx', audience: 'admins', reads: [] },
  {
    path: pagePaths.adminLeads,
    module: 'leads/pages/web/admin-leads-page.tsx',
    audience: 'admins',
    reads: ['board', 'leadSettings'],
  },
  { path: pagePaths.registrations, module: 'leads/registrations/web/registrations-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.adminContracts, module: 'contracts/pages/web/admin-contracts-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.adminCommissions, module: 'money/commissions/web/admin-commissions-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.adminDisputes, module: 'money/disputes/web/admin-disputes-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.adminInvoices, module: 'money/invoices/web/invoices-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.year, module: 'money/pages/web/year-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.adminPayouts, module: 'money/pages/web/admin-payouts-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.clientPayments, module: 'money/pages/web/payments-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.integrations, module: 'operations/webhooks/web/integrations-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.journal, module: 'operations/journal/web/journal-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.system, module: 'operations/system/web/system-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.peopleData, module: 'people-data/pages/web/people-data-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.settings, module: 'portal/web/settings/settings-page.tsx', audience: 'admins', reads: [] },
  { path: pagePaths.settingsSection, module: 'portal/web/settings/settings-page.tsx', audience: 'admins', reads: [] },
  {
    path: pagePaths.adminResources,
    module: 'communication/resources/web/admin-resources-page.tsx',
    audience: 'admins',
    reads: [],
  },
] as const satisfies readonly PageEntry<DashboardAudience>[]

export type PortalPageModule = (typeof portalPages)[number]['module']

/** What somebody of a partner needs in order to open the page at an address; null where each of them may. */
export function abilityOfPage(address: string): Ability | null {
  const pages: readonly PageEntry[] = portalPages
  return pages.find(({ path }) => path === address.replace(/\/$/, ''))?.ability ?? null
}

/** Whether somebody who is signed in may open a page. */
export function mayOpen(role: Role, audience: PageAudience): boolean {
  if (audience === 'partners') return role === 'partner'
  return audience === 'admins' ? role === 'admin' : true
}

/** Who opens a page; without abilities somebody who has all of them. */
interface PageReader {
  readonly role: Role
  readonly staffRole: StaffRole | null
  readonly contractSigned: boolean
  readonly abilities?: readonly Ability[] | undefined
}

const abilityOfRead: Readonly<Partial<Record<FirstRead, Ability>>> = { standing: 'money', board: 'leads' }

/** The first reads that this reader may make; null stands for a reader who is not signed in or not known. */
export function firstReads(reads: readonly FirstRead[], reader: PageReader | null): FirstRead[] {
  return reads.filter((read) => {
    if (read === 'session' || read === 'settings') return true
    if (!reader) return false
    const ability = abilityOfRead[read]
    if (ability && reader.abilities && !reader.abilities.includes(ability)) return false
    if (read === 'tasks') return reader.role === 'admin'
    if (read === 'checklist') return reader.staffRole !== null && hasRight(rightsOfRole[reader.staffRole], 'programme')
    if (read === 'standing' || read === 'toDo' || read === 'coming') return reader.role === 'partner'
    return read === 'overview' || reader.role === 'admin' || reader.contractSigned
  })
}
