import { useInfiniteQuery } from '@tanstack/react-query'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { disputeList } from '../api.ts'
import { m } from '../messages/messages.ts'
import { disputesQuery } from './data.ts'
import { DisputeTable, stateChip } from './dispute-list.tsx'

/** What partners contest; staff answer, correct or uphold. */
export function Component() {
  const { address, filter, filters } = useList(disputeList, { state: stateChip, partnerId: usePartnerFilter() })
  const table = { address, query: useInfiniteQuery(disputesQuery(filter)) }
  return (
    <ListPage
      title={m.disputes()}
      subtitle={m.disputesLead()}
      tabs={<StaffMoneyTabs />}
      {...table}
      label={m.searchDisputes()}
      placeholder={m.searchByPartner()}
      filters={<ListFilters address={address} filters={filters} period={m.opened()} />}
    >
      <DisputeTable {...table} isStaff empty={<EmptyState title={m.noDisputes()} text={m.noDisputesYet()} />} />
    </ListPage>
  )
}
