import type { PageTab } from '../ui/page-tabs.tsx'
import { PageTabs } from '../ui/page-tabs.tsx'

const staff: readonly PageTab[] = [
  { label: 'Commissions', path: '/dashboard/admin-commissions' },
  { label: 'Client payments', path: '/dashboard/admin-commissions/client-payments' },
  { label: 'Payouts', path: '/dashboard/admin-commissions/payouts' },
  { label: 'Invoices', path: '/dashboard/admin-commissions/invoices' },
  { label: 'Disputes', path: '/dashboard/admin-commissions/disputes' },
  { label: 'Year', path: '/dashboard/admin-commissions/year' },
]
const partner: readonly PageTab[] = [
  { label: 'Commissions', path: '/dashboard/commissions' },
  { label: 'Payouts', path: '/dashboard/commissions/payouts' },
  { label: 'Invoices', path: '/dashboard/commissions/invoices' },
  { label: 'Disputes', path: '/dashboard/commissions/disputes' },
]

/** Tabs of Global Commissions. */
export const StaffMoneyTabs = () => <PageTabs label="Global Commissions" tabs={staff} />

/** Tabs of a partner's Commissions. */
export const PartnerMoneyTabs = () => <PageTabs label="Commissions" tabs={partner} />
