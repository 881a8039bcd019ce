import type { PageTab } from '#platform/web/ui/page-tabs.tsx'

/** The pages that share an entry of the menu, by the entry's path; the first is the entry's own. */
export const pageTabs = {
  '/dashboard/partners': [
    { label: 'People', path: '/dashboard/partners' },
    { label: 'Announcements', path: '/dashboard/partners/announcements' },
  ],
  '/dashboard/admin-leads': [
    { label: 'Board', path: '/dashboard/admin-leads' },
    { label: 'Registrations', path: '/dashboard/admin-leads/registrations' },
  ],
  '/dashboard/admin-commissions': [
    { label: 'Commissions', path: '/dashboard/admin-commissions' },
    { label: 'Client payments', path: '/dashboard/admin-commissions/client-payments' },
    { label: 'Payouts', path: '/dashboard/admin-commissions/payouts' },
    { label: 'Invoices', path: '/dashboard/admin-commissions/invoices' },
    { label: 'Disputes', path: '/dashboard/admin-commissions/disputes' },
    { label: 'Year', path: '/dashboard/admin-commissions/year' },
  ],
  '/dashboard/commissions': [
    { label: 'Commissions', path: '/dashboard/commissions' },
    { label: 'Payouts', path: '/dashboard/commissions/payouts' },
    { label: 'Invoices', path: '/dashboard/commissions/invoices' },
    { label: 'Disputes', path: '/dashboard/commissions/disputes' },
  ],
  '/dashboard/payment-info': [
    { label: 'Bank details', path: '/dashboard/payment-info' },
    { label: 'Billing', path: '/dashboard/payment-info/billing' },
    { label: 'Documents', path: '/dashboard/payment-info/documents' },
  ],
} as const satisfies Readonly<Record<string, readonly PageTab[]>>

/** What an entry of the menu leads to besides its own page. */
export function furtherPages(entryPath: string): readonly PageTab[] {
  const all: Readonly<Record<string, readonly PageTab[]>> = pageTabs
  return (all[entryPath] ?? []).slice(1)
}
