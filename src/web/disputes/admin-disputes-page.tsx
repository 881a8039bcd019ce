import { Group } from '@mantine/core'
import { usePartnerOptions } from '../partners/partner-options.ts'
import { StaffMoneyTabs } from '../commissions/money-tabs.tsx'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilters } from '../ui/list-filter.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DisputeTable, stateFilter } from './dispute-list.tsx'

const filterNames = ['state', 'partner'] as const

/** What partners contest; staff answer, correct or uphold. */
export function Component() {
  const address = useListAddress(filterNames)
  const partners = usePartnerOptions()
  return (
    <>
      <PageHeader title="Global Commissions" subtitle="Answer what partners contest" />
      <StaffMoneyTabs />
      <Group className="list-tools" mb="md" gap="sm">
        <ListFilters
          address={address}
          filters={[stateFilter, { name: 'partner', label: 'Partner', all: 'All partners', searchable: true, options: partners }]}
        />
      </Group>
      <DisputeTable
        address={address}
        isStaff
        empty={<EmptyState title="No disputes" text="A dispute appears here when a partner contests a commission." />}
      />
    </>
  )
}
