import { pageTabs } from '../app/page-tabs.ts'
import { PageTabs } from '../ui/page-tabs.tsx'

/** Tabs of Partners Management. */
export const PartnerTabs = () => <PageTabs label="Partners Management" tabs={pageTabs['/dashboard/partners']} />
