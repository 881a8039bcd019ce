import type { PageTab } from '../ui/page-tabs.tsx'
import { PageTabs } from '../ui/page-tabs.tsx'

const tabs: readonly PageTab[] = [
  { label: 'Bank details', path: '/dashboard/payment-info' },
  { label: 'Billing', path: '/dashboard/payment-info/billing' },
  { label: 'Documents', path: '/dashboard/payment-info/documents' },
]

/** Tabs of Payment Information. */
export const PaymentTabs = () => <PageTabs label="Payment Information" tabs={tabs} />
