import { pagePaths } from '#platform/domain/page-paths.ts'
import type { PageTab } from '#platform/web/ui/page/page-tabs.tsx'

/** The pages that share an entry of the menu, by the entry's path; the first is the entry's own. */
export const pageTabs = {
  [pagePaths.partners]: [
    { label: 'People', path: pagePaths.partners },
    { label: 'Announcements', path: pagePaths.announcements },
  ],
  [pagePaths.adminLeads]: [
    { label: 'Board', path: pagePaths.adminLeads },
    { label: 'Registrations', path: pagePaths.registrations },
  ],
  [pagePaths.adminCommissions]: [
    { label: 'Commissions', path: pagePaths.adminCommissions },
    { label: 'Client payments', path: pagePaths.clientPayments },
    { label: 'Payouts', path: pagePaths.adminPayouts },
    { label: 'Invoices', path: pagePaths.adminInvoices },
    { label: 'Disputes', path: pagePaths.adminDisputes },
    { label: 'Year', path: pagePaths.year },
  ],
  [pagePaths.commissions]: [
    { label: 'Commissions', path: pagePaths.commissions },
    { label: 'Payouts', path: pagePaths.payouts },
    { label: 'Invoices', path: pagePaths.invoices },
    { label: 'Disputes', path: pagePaths.disputes },
  ],
  [pagePaths.paymentInfo]: [
    { label: 'Bank details', path: pagePaths.paymentInfo },
    { label: 'Billing', path: pagePaths.billing },
    { label: 'Documents', path: pagePaths.documents },
  ],
} as const satisfies Readonly<Record<string, readonly PageTab[]>>

/** Further pages of a menu entry, shown as tabs. */
export function furtherPages(entryPath: string): readonly PageTab[] {
  const all: Readonly<Record<string, readonly PageTab[]>> = pageTabs
  return (all[entryPath] ?? []).slice(1)
}
