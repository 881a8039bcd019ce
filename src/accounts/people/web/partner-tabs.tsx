import { pagePaths } from '#platform/domain/page-paths.ts'
import { pageTabs } from '#platform/web/app/page-tabs.ts'
import { PageTabs } from '#platform/web/ui/page/page-tabs.tsx'
import { m } from '../messages/messages.ts'

export const PartnerTabs = () => <PageTabs label={m.partnersManagement()} tabs={pageTabs[pagePaths.partners]} />
