import { Link, useSearchParams } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { missingRightMessage } from '#access/domain/staff-rights.ts'
import { useRight } from '#access/web/rights.ts'
import { ErasuresTab } from '#people-data/erasures/web/erasures-tab.tsx'
import { NoticesTab } from '#people-data/notices/web/notices-tab.tsx'
import { KeptTab } from '#people-data/periods/web/kept-tab.tsx'
import { PeriodSection } from '#people-data/periods/web/period-section.tsx'
import { RegisterTab } from '#people-data/register/web/register-tab.tsx'
import { RequestsTab } from '#people-data/requests/web/requests-tab.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import tabs from '#platform/web/ui/page/page-tabs.module.css'
import { useTabsInView } from '#platform/web/ui/page/page-tabs.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'

const Register = () => (
  <>
    <PeriodSection />
    <RegisterTab />
  </>
)

const views = {
  requests: { label: m.requests(), Tab: RequestsTab, right: 'people' },
  notices: { label: m.notices(), Tab: NoticesTab, right: 'people' },
  erasures: { label: m.erasures(), Tab: ErasuresTab, right: 'people' },
  register: { label: m.register(), Tab: Register, right: 'people' },
  kept: { label: m.keptRows(), Tab: KeptTab, right: 'money' },
} as const
type View = keyof typeof views
const viewNames = Object.keys(views) as View[]

/** What people ask about their data and are told, what is erased, what the law keeps, and the register of all that is kept. */
export function Component() {
  const [params] = useSearchParams()
  const rights = { people: useRight('people'), money: useRight('money') }
  const usual = rights.people || !rights.money ? 'requests' : 'kept'
  const open = viewNames.find((each) => each === params.get('view')) ?? usual
  const { Tab, right } = views[open]
  const bar = useTabsInView(open)
  return (
    <>
      <PageHeader title={m.personalData()} subtitle={m.peopleDataLead()} />
      <nav ref={bar} className={tabs.tabs ?? ''} aria-label={m.personalData()}>
        {viewNames
          .filter((each) => rights[views[each].right])
          .map((each) => (
            <Link
              key={each}
              to={each === usual ? pagePaths.peopleData : `${pagePaths.peopleData}?view=${each}`}
              aria-current={each === open ? 'page' : undefined}
            >
              {views[each].label}
            </Link>
          ))}
      </nav>
      {rights[right] ? <Tab /> : <SoftText>{missingRightMessage(right)}</SoftText>}
    </>
  )
}
