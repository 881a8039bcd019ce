import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { disputeList } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ContestDialog } from './contest-dialog.tsx'
import { disputesQuery } from './data.ts'
import { DisputeTable, stateChip } from './dispute-list.tsx'

/** What the partner contests, with the answers; a commission that is missing and has no lead is contested here. */
export function Component() {
  const { address, filter, filters } = useList(disputeList, { state: stateChip })
  const table = { address, query: useInfiniteQuery(disputesQuery(filter)) }
  const [isOpening, setOpening] = useKeptOpen<true>('contest', () => 'contest missing')
  return (
    <>
      <ListPage
        title={m.disputes()}
        subtitle={m.ownDisputesLead()}
        actions={<Button onClick={() => setOpening(true)}>{m.contest()}</Button>}
        tabs={<PartnerMoneyTabs />}
        {...table}
        label={m.searchDisputes()}
        placeholder={m.searchByLead()}
        filters={<ListFilters address={address} filters={filters} period={m.opened()} />}
      >
        <DisputeTable {...table} isStaff={false} empty={<EmptyState title={m.noDisputes()} text={m.howToContest()} />} />
      </ListPage>
      {isOpening && <ContestDialog about={{}} onClose={() => setOpening(null)} />}
    </>
  )
}
