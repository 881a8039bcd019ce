import { pagePaths } from '#access/domain/page-paths.ts'
import type { PageTab } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

/** The pages that share an entry of the menu, by the entry's path; the first is the entry's own. */
export const pageTabs = {
  [pagePaths.partners]: [
    { label: m.people(), path: pagePaths.partners },
    { label: m.announcements(), path: pagePaths.announcements },
  ],
  [pagePaths.adminLeads]: [
    { label: m.tabBoard(), path: pagePaths.adminLeads },
    { label: m.registrations(), path: pagePaths.registrations },
  ],
  [pagePaths.adminCommissions]: [
    { label: m.commissions(), path: pagePaths.adminCommissions },
    { label: m.clientPayments(), path: pagePaths.clientPayments },
    { label: m.payouts(), path: pagePaths.adminPayouts },
    { label: m.invoices(), path: pagePaths.adminInvoices },
    { label: m.disputes(), path: pagePaths.adminDisputes },
    { label: m.tabYear(), path: pagePaths.year },
  ],
  [pagePaths.commissions]: [
    { label: m.commissions(), path: pagePaths.commissions },
    { label: m.payouts(), path: pagePaths.payouts },
    { label: m.invoices(), path: pagePaths.invoices },
    { label: m.disputes(), path: pagePaths.disputes },
  ],
  [pagePaths.paymentInfo]: [
    { label: m.bankDetails(), path: pagePaths.paymentInfo },
    { label: m.billing(), path: pagePaths.billing },
    { label: m.documents(), path: pagePaths.documents },
  ],
} as const satisfies Readonly<Record<string, readonly PageTab[]>>

/** Further pages of a menu entry, shown as tabs. */
export function furtherPages(entryPath: string): readonly PageTab[] {
  const all: Readonly<Record<string, readonly PageTab[]>> = pageTabs
  return (all[entryPath] ?? []).slice(1)
}
