import { pagePaths } from '#access/domain/page-paths.ts'
import { pageTabs } from '#access/web/page-tabs.ts'
import { useOpenTabs } from '#access/web/rights.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

export const PartnerTabs = () => <PageTabs label={m.partnersManagement()} tabs={useOpenTabs(pageTabs[pagePaths.partners])} />
