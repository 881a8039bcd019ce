import { pagePaths } from '#platform/domain/page-paths.ts'
import { pageTabs } from '#platform/web/app/page-tabs.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'

/** Tabs of All Leads. */
export const LeadTabs = () => <PageTabs label="All Leads" tabs={pageTabs[pagePaths.adminLeads]} />
