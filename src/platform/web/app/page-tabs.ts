import { pagePaths } from '#platform/domain/page-paths.ts'
import { m } from '#platform/messages/messages.ts'
import type { PageTab } from '#platform/web/ui/page/page-tabs.tsx'

/** The pages that share an entry of the menu, by the entry's path; the first is the entry's own. */
export const pageTabs = {
  [pagePaths.partners]: [
    { label: m.tabPeople(), path: pagePaths.partners },
    { label: m.tabAnnouncements(), path: pagePaths.announcements },
  ],
  [pagePaths.adminLeads]: [
    { label: m.tabBoard(), path: pagePaths.adminLeads },
    { label: m.tabRegistrations(), path: pagePaths.registrations },
  ],
  [pagePaths.adminCommissions]: [
    { label: m.tabCommissions(), path: pagePaths.adminCommissions },
    { label: m.tabClientPayments(), path: pagePaths.clientPayments },
    { label: m.tabPayouts(), path: pagePaths.adminPayouts },
    { label: m.tabInvoices(), path: pagePaths.adminInvoices },
    { label: m.tabDisputes(), path: pagePaths.adminDisputes },
    { label: m.tabYear(), path: pagePaths.year },
  ],
  [pagePaths.commissions]: [
    { label: m.tabCommissions(), path: pagePaths.commissions },
    { label: m.tabPayouts(), path: pagePaths.payouts },
    { label: m.tabInvoices(), path: pagePaths.invoices },
    { label: m.tabDisputes(), path: pagePaths.disputes },
  ],
  [pagePaths.paymentInfo]: [
    { label: m.tabBankDetails(), path: pagePaths.paymentInfo },
    { label: m.tabBilling(), path: pagePaths.billing },
    { label: m.tabDocuments(), path: pagePaths.documents },
  ],
} as const satisfies Readonly<Record<string, readonly PageTab[]>>

/** Further pages of a menu entry, shown as tabs. */
export function furtherPages(entryPath: string): readonly PageTab[] {
  const all: Readonly<Record<string, readonly PageTab[]>> = pageTabs
  return (all[entryPath] ?? []).slice(1)
}
