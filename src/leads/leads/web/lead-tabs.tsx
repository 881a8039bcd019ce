import { pagePaths } from '#platform/domain/page-paths.ts'
import { pageTabs } from '#platform/web/app/page-tabs.ts'
import { useOpenTabs } from '#platform/web/app/session/rights.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

export const LeadTabs = () => <PageTabs label={m.allLeads()} tabs={useOpenTabs(pageTabs[pagePaths.adminLeads])} />
