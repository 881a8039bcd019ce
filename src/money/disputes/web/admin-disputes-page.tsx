import { Group } from '@mantine/core'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { DisputeTable, stateFilter } from './dispute-list.tsx'

const filterNames = ['state', 'partner', ...periodNames] as const

/** What partners contest; staff answer, correct or uphold. */
export function Component() {
  const address = useListAddress(filterNames)
  const partnerFilter = usePartnerFilter()
  return (
    <>
      <PageHeader title="Global Commissions" subtitle="Answer what partners contest" />
      <StaffMoneyTabs />
      <Group className="list-tools" mb="md" gap="sm">
        <ListFilters address={address} filters={[stateFilter, partnerFilter]} period="Opened" />
      </Group>
      <DisputeTable
        address={address}
        isStaff
        empty={<EmptyState title="No disputes" text="A dispute appears here when a partner contests a commission." />}
      />
    </>
  )
}
