import { Button } from '@mantine/core'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { m } from '../messages/messages.ts'
import { ContestDialog } from './contest-dialog.tsx'
import { DisputeTable, stateFilter, useDisputes } from './dispute-list.tsx'

const filterNames = ['state', ...periodNames] as const

/** What the partner contests, with the answers; a commission that is missing and has no lead is contested here. */
export function Component() {
  const address = useListAddress(filterNames)
  const disputes = useDisputes(address, false)
  const [isOpening, setOpening] = useKeptOpen<true>('contest', () => 'contest missing')
  return (
    <>
      <ListPage
        title={m.disputes()}
        subtitle={m.ownDisputesLead()}
        actions={<Button onClick={() => setOpening(true)}>{m.contest()}</Button>}
        tabs={<PartnerMoneyTabs />}
        address={address}
        label={m.searchDisputes()}
        placeholder={m.searchByLead()}
        filters={<ListFilters address={address} filters={[stateFilter]} period={m.opened()} />}
        query={disputes}
      >
        <DisputeTable
          address={address}
          disputes={disputes}
          isStaff={false}
          empty={<EmptyState title={m.noDisputes()} text={m.howToContest()} />}
        />
      </ListPage>
      {isOpening && <ContestDialog about={{}} onClose={() => setOpening(null)} />}
    </>
  )
}
