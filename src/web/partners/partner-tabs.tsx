import { PageTabs } from '../ui/page-tabs.tsx'

const tabs = [
  { label: 'People', path: '/dashboard/partners' },
  { label: 'Announcements', path: '/dashboard/partners/announcements' },
]

/** Tabs of Partners Management. */
export const PartnerTabs = () => <PageTabs label="Partners Management" tabs={tabs} />
