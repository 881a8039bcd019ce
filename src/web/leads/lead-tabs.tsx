import { pageTabs } from '../app/page-tabs.ts'
import { PageTabs } from '../ui/page-tabs.tsx'

/** Tabs of All Leads. */
export const LeadTabs = () => <PageTabs label="All Leads" tabs={pageTabs['/dashboard/admin-leads']} />
