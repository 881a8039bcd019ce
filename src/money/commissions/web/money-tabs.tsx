import { pagePaths } from '#access/domain/page-paths.ts'
import { pageTabs } from '#access/web/page-tabs.ts'
import { useOpenTabs } from '#access/web/rights.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

export const StaffMoneyTabs = () => (
  <PageTabs label={m.globalCommissions()} tabs={useOpenTabs(pageTabs[pagePaths.adminCommissions])} />
)

/** Tabs of a partner's Commissions. */
export const PartnerMoneyTabs = () => <PageTabs label={m.menuCommissions()} tabs={useOpenTabs(pageTabs[pagePaths.commissions])} />
