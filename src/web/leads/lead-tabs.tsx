import { PageTabs } from '../ui/page-tabs.tsx'

const tabs = [
  { label: 'Board', path: '/dashboard/admin-leads' },
  { label: 'Registrations', path: '/dashboard/admin-leads/registrations' },
]

/** Tabs of All Leads. */
export const LeadTabs = () => <PageTabs label="All Leads" tabs={tabs} />
