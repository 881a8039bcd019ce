import { Button } from '@mantine/core'
import { IconPlus } from '../ui/icons.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PersonRow } from '#api/partners.ts'
import { personSorts } from '#api/partners.ts'
import { roleLabels, roles } from '#domain/actor.ts'
import { contractStatusLabels } from '#domain/contracts.ts'
import { formatEuros } from '#domain/money.ts'
import { billingFilters, billingMissing, billingModeLabels } from '#domain/billing.ts'
import { bankDetailFilters, bankDetailLabels, recentIbanHours } from '#domain/payments.ts'
import { useRecordInAddress } from '../app/record-in-address.ts'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilters, optionsOf } from '../ui/list-filter.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { EmptyState } from '../ui/states.tsx'
import { partnerSummaryQuery, partnersQuery } from './data.ts'
import { InviteDialog } from './invite-dialog.tsx'
import type { PartnerDialog } from './partner-actions.tsx'
import { partnerColumns } from './partner-columns.tsx'
import { PartnerDialogs } from './partner-dialogs.tsx'

const bankFilterLabels = {
  missing: bankDetailLabels.missing,
  complete: bankDetailLabels.complete,
  checksum: bankDetailLabels.checksum,
  recent: `IBAN changed less than ${recentIbanHours} h ago`,
  shared: 'IBAN shared',
}
const states = ['active', 'invited'] as const
const contracts = ['signe', 'en_attente', 'none'] as const
const filters = [
  { name: 'role', label: 'Role', all: 'All roles', options: optionsOf(roles, roleLabels) },
  { name: 'state', label: 'State', all: 'All states', options: optionsOf(states, { active: 'Active', invited: 'Invited' }) },
  {
    name: 'contract',
    label: 'Contract',
    all: 'All contracts',
    options: optionsOf(contracts, { ...contractStatusLabels, none: 'No contract' }),
  },
  {
    name: 'bank',
    label: 'Bank details',
    all: 'All bank details',
    options: optionsOf(bankDetailFilters, bankFilterLabels),
  },
  {
    name: 'billing',
    label: 'Billing',
    all: 'All billing',
    options: optionsOf(billingFilters, { ...billingModeLabels, missing: billingMissing }),
  },
]
const filterNames = filters.map(({ name }) => name)

/** People with access or an invitation. */
export function Component() {
  const invitation = useRecordInAddress('add', { addsEntry: false })
  const [asked, setAsked] = useState<{ dialog: PartnerDialog; person: PersonRow } | null>(null)
  const columns = useMemo(() => partnerColumns((dialog, person) => setAsked({ dialog, person })), [])
  const address = useListAddress(filterNames)
  const list = {
    role: address.pick('role', roles),
    state: address.pick('state', states),
    contract: address.pick('contract', contracts),
    bank: address.pick('bank', bankDetailFilters),
    billing: address.pick('billing', billingFilters),
    search: address.search || undefined,
  }
  const sorting = address.sorting(personSorts, '-joined')
  const partners = useInfiniteQuery(partnersQuery({ ...list, sort: sorting.by }))
  const { data: summary } = useQuery(partnerSummaryQuery(list))
  // Administrators are rows of the list too: when no partner is loaded, ask whether there is one at all.
  const seesPartner = partners.data?.pages.some((page) => page.items.some(({ role }) => role === 'partner')) ?? true
  const mayBeNone = !seesPartner && (!address.filtered || list.role === 'partner')
  const { data: partnersOnly } = useQuery({ ...partnerSummaryQuery({ role: 'partner' }), enabled: mayBeNone })
  const empty = (
    <EmptyState title="No partners yet" text="Invite the first one: they get a link by e-mail.">
      <Button variant="default" mt="xs" onClick={() => invitation.open('partner')}>
        Invite the first partner
      </Button>
    </EmptyState>
  )
  return (
    <>
      <ListPage
        title="Partners Management"
        subtitle="Who has access, and who was invited"
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => invitation.open('partner')}>
            Add Partner
          </Button>
        }
        address={address}
        label="Search partners"
        placeholder="Search by name, company or email"
        csv={{ path: '/partners.csv', query: list }}
        filters={<ListFilters address={address} filters={filters} />}
      >
        <ListTable
          label="Partners"
          address={address}
          query={partners}
          columns={columns}
          sorting={sorting}
          empty={empty}
          notice={mayBeNone && partnersOnly?.count === 0 && empty}
          totals={
            summary && {
              label: `${summary.count} ${summary.count === 1 ? 'person' : 'people'}`,
              values: { revenue: <strong>{formatEuros(summary.totalRevenueCents)}</strong> },
            }
          }
        />
      </ListPage>
      {invitation.id === 'partner' && <InviteDialog onClose={invitation.close} />}
      <PartnerDialogs asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}
