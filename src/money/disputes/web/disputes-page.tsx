import { Button, Group } from '@mantine/core'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ContestDialog } from './contest-dialog.tsx'
import { DisputeTable, stateFilter } from './dispute-list.tsx'

const filterNames = ['state', ...periodNames] as const

/** What the partner contests, with the answers; a commission that is missing and has no lead is contested here. */
export function Component() {
  const address = useListAddress(filterNames)
  const [isOpening, setOpening] = useKeptOpen<true>('contest', () => 'contest missing')
  return (
    <>
      <PageHeader title="Commissions" subtitle="What you contest, and the answers">
        <Button lang="fr" onClick={() => setOpening(true)}>
          Contester
        </Button>
      </PageHeader>
      <PartnerMoneyTabs />
      <Group className="list-tools" mb="md" gap="sm">
        <ListFilters address={address} filters={[stateFilter]} period="Opened" />
      </Group>
      <DisputeTable
        address={address}
        isStaff={false}
        empty={
          <EmptyState
            title="No disputes"
            text="Contest an amount under “Why?” beside a commission; here, a commission that is missing."
          />
        }
      />
      {isOpening && <ContestDialog about={{}} onClose={() => setOpening(null)} />}
    </>
  )
}
