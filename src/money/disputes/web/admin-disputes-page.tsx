import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { m } from '../messages/messages.ts'
import { DisputeTable, stateFilter, useDisputes } from './dispute-list.tsx'

const filterNames = ['state', 'partner', ...periodNames] as const

/** What partners contest; staff answer, correct or uphold. */
export function Component() {
  const address = useListAddress(filterNames)
  const partnerFilter = usePartnerFilter()
  const disputes = useDisputes(address, true)
  return (
    <ListPage
      title={m.disputes()}
      subtitle={m.disputesLead()}
      tabs={<StaffMoneyTabs />}
      address={address}
      label={m.searchDisputes()}
      placeholder={m.searchByPartner()}
      filters={<ListFilters address={address} filters={[stateFilter, partnerFilter]} period={m.opened()} />}
      query={disputes}
    >
      <DisputeTable
        address={address}
        disputes={disputes}
        isStaff
        empty={<EmptyState title={m.noDisputes()} text={m.noDisputesYet()} />}
      />
    </ListPage>
  )
}
