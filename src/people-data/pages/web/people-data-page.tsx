import { Link, useSearchParams } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { missingRightMessage } from '#access/domain/staff-rights.ts'
import { useRight } from '#access/web/rights.ts'
import { ErasuresTab } from '#people-data/erasures/web/erasures-tab.tsx'
import { NoticesTab } from '#people-data/notices/web/notices-tab.tsx'
import { PeriodSection } from '#people-data/periods/web/period-section.tsx'
import { RegisterTab } from '#people-data/register/web/register-tab.tsx'
import { RequestsTab } from '#people-data/requests/web/requests-tab.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import tabs from '#platform/web/ui/page/page-tabs.module.css'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'

const Register = () => (
  <>
    <PeriodSection />
    <RegisterTab />
  </>
)

const views = {
  requests: { label: m.requests(), Tab: RequestsTab },
  notices: { label: m.notices(), Tab: NoticesTab },
  erasures: { label: m.erasures(), Tab: ErasuresTab },
  register: { label: m.register(), Tab: Register },
}
type View = keyof typeof views
const viewNames = Object.keys(views) as View[]

/** What people ask about their data and are told, what is erased, and the register of all that is kept about them. */
export function Component() {
  const [params] = useSearchParams()
  const open = viewNames.find((each) => each === params.get('view')) ?? 'requests'
  const mayRead = useRight('people')
  const { Tab } = views[open]
  return (
    <>
      <PageHeader title={m.personalData()} subtitle={m.peopleDataLead()} />
      <nav className={tabs.tabs ?? ''} aria-label={m.personalData()}>
        {viewNames.map((each) => (
          <Link
            key={each}
            to={each === 'requests' ? pagePaths.peopleData : `${pagePaths.peopleData}?view=${each}`}
            aria-current={each === open ? 'page' : undefined}
          >
            {views[each].label}
          </Link>
        ))}
      </nav>
      {mayRead ? <Tab /> : <SoftText>{missingRightMessage('people')}</SoftText>}
    </>
  )
}
