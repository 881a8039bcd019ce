import { pagePaths } from '#access/domain/page-paths.ts'
import { pageTabs } from '#access/web/page-tabs.ts'
import { useOpenTabs } from '#access/web/rights.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

export const LeadTabs = () => <PageTabs label={m.allLeads()} tabs={useOpenTabs(pageTabs[pagePaths.adminLeads])} />
