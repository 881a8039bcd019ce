import { pagePaths } from '#platform/domain/page-paths.ts'
import { pageTabs } from '#platform/web/app/page-tabs.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'

/** Tabs of Global Commissions. */
export const StaffMoneyTabs = () => <PageTabs label="Global Commissions" tabs={pageTabs[pagePaths.adminCommissions]} />

/** Tabs of a partner's Commissions. */
export const PartnerMoneyTabs = () => <PageTabs label="Commissions" tabs={pageTabs[pagePaths.commissions]} />
