import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { DisputeTable, stateFilter, useDisputes } from './dispute-list.tsx'

const filterNames = ['state', 'partner', ...periodNames] as const

/** What partners contest; staff answer, correct or uphold. */
export function Component() {
  const address = useListAddress(filterNames)
  const partnerFilter = usePartnerFilter()
  const disputes = useDisputes(address, true)
  return (
    <ListPage
      title="Disputes"
      subtitle="Answer what partners contest"
      tabs={<StaffMoneyTabs />}
      address={address}
      label="Search disputes"
      placeholder="Search by partner, lead or payout"
      filters={<ListFilters address={address} filters={[stateFilter, partnerFilter]} period="Opened" />}
      query={disputes}
    >
      <DisputeTable
        address={address}
        disputes={disputes}
        isStaff
        empty={<EmptyState title="No disputes" text="A dispute appears here when a partner contests a commission." />}
      />
    </ListPage>
  )
}
