import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { invitationFilterLabels, invitationFilters } from '#accounts/people/domain.ts'
import { PartnerTabs } from '#accounts/people/web/partner-tabs.tsx'
import { contractStatusLabels } from '#contracts/contracts/domain.ts'
import { bankDetailFilters, bankDetailLabels, recentIbanHours } from '#money/bank-details/domain/bank-details.ts'
import { billingFilters, billingMissing, billingModeLabels, mandateMissing } from '#money/billing/domain/billing.ts'
import { vigilanceFilterLabels, vigilanceFilters } from '#money/vigilance/domain.ts'
import { RequestDialog } from '#money/vigilance/web/request-dialog.tsx'
import { roleLabels, roles } from '#platform/domain/actor.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { IconPlus, IconUpload } from '#platform/web/ui/icons.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters, optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { type PersonRow, personSorts } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { partnerSummaryQuery, partnersQuery } from './data.ts'
import { InviteDialog } from './invite-dialog.tsx'
import type { PartnerDialog } from './partner-actions.tsx'
import { partnerColumns } from './partner-columns.tsx'
import { PartnerDialogs } from './partner-dialogs.tsx'
import { invitationSelection, RemindInvitationsBar } from './remind-bar.tsx'

/** Lazy: the CSV parser is only needed for an import. */
const ImportDialog = lazy(() => import('#partners/import/web/import-dialog.tsx'))

const bankFilterLabels = {
  missing: bankDetailLabels.missing,
  complete: bankDetailLabels.complete,
  checksum: bankDetailLabels.checksum,
  refused: bankDetailLabels.refused,
  recent: m.ibanChanged({ recentIbanHours }),
  shared: m.ibanShared(),
}
const states = ['active', 'invited'] as const
const contracts = ['signe', 'en_attente', 'none'] as const
const filters = [
  { name: 'role', label: m.role(), all: m.allRoles(), options: optionsOf(roles, roleLabels) },
  {
    name: 'state',
    label: m.state(),
    all: m.allStates(),
    options: optionsOf(states, { active: m.active(), invited: m.invited() }),
  },
  {
    name: 'contract',
    label: m.contract(),
    all: m.allContracts(),
    options: optionsOf(contracts, { ...contractStatusLabels, none: m.noContract() }),
  },
  {
    name: 'bank',
    label: m.bankDetails(),
    all: m.allBankDetails(),
    options: optionsOf(bankDetailFilters, bankFilterLabels),
  },
  {
    name: 'billing',
    label: m.billing(),
    all: m.allBilling(),
    options: optionsOf(billingFilters, { ...billingModeLabels, missing: billingMissing(), mandate_missing: mandateMissing() }),
  },
  {
    name: 'documents',
    label: m.documents(),
    all: m.allDocuments(),
    options: optionsOf(vigilanceFilters, vigilanceFilterLabels),
  },
  {
    name: 'invitation',
    label: m.invitation(),
    all: m.allInvitations(),
    options: optionsOf(invitationFilters, invitationFilterLabels),
  },
]
const filterNames = [...filters.map(({ name }) => name), ...periodNames]

interface PageActionsProps {
  readonly onAsk: () => void
  readonly onImport: () => void
  readonly onInvite: () => void
}

/** What can be done beside the list: ask for documents, and invite, one by one or from a file. */
function PageActions({ onAsk, onImport, onInvite }: PageActionsProps) {
  return (
    <>
      <WithRight right="money">
        <Button variant="default" onClick={onAsk}>
          {m.requestDocuments()}
        </Button>
      </WithRight>
      <WithRight right="partners">
        <Button variant="default" leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={onImport}>
          {m.importOwn()}
        </Button>
      </WithRight>
      <WithRight right={['partners', 'team']} explained>
        <Button lang={m.addPartner.lang} leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={onInvite}>
          {m.addPartner()}
        </Button>
      </WithRight>
    </>
  )
}

/** People with access or an invitation. */
export function Component() {
  const invitation = useRecordInAddress('add')
  const [action, setAction] = useState<{ dialog: PartnerDialog; person: PersonRow } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const columns = useMemo(() => partnerColumns((dialog, person) => setAction({ dialog, person })), [])
  const address = useListAddress(filterNames)
  const list = {
    role: address.pick('role', roles),
    state: address.pick('state', states),
    contract: address.pick('contract', contracts),
    bank: address.pick('bank', bankDetailFilters),
    billing: address.pick('billing', billingFilters),
    documents: address.pick('documents', vigilanceFilters),
    invitation: address.pick('invitation', invitationFilters),
    search: address.search || undefined,
    ...address.period,
  }
  const sorting = address.sorting(personSorts, '-joined')
  const partners = useInfiniteQuery(partnersQuery({ ...list, sort: sorting.by }))
  const selection = useRowSelection(invitationSelection)
  // Only open invitations can be chosen.
  const mayRemind = useRight('partners') && (list.invitation === 'open' || list.state === 'invited')
  const { data: summary } = useQuery(partnerSummaryQuery(list))
  // Administrators are rows too: when no partner is loaded, ask whether there is one at all.
  const seesPartner = partners.data?.pages.some((page) => page.items.some(({ role }) => role === 'partner')) ?? true
  const mayBeNone = !seesPartner && (!address.filtered || list.role === 'partner')
  const { data: partnersOnly } = useQuery({ ...partnerSummaryQuery({ role: 'partner' }), enabled: mayBeNone })
  const empty = (
    <EmptyState title={m.noPartnersYet()} text={m.noPartnersHint()}>
      <WithRight right={['partners', 'team']}>
        <InviteFirst onClick={() => invitation.open('partner')} />
      </WithRight>
    </EmptyState>
  )
  return (
    <>
      <ListPage
        title={m.partnersManagement()}
        lang={m.partnersManagement.lang}
        name="Partners"
        subtitle={m.partnersLead()}
        actions={
          <PageActions
            onAsk={() => setAsking(true)}
            onImport={() => setImporting(true)}
            onInvite={() => invitation.open('partner')}
          />
        }
        tabs={<PartnerTabs />}
        address={address}
        label={m.searchPartners()}
        placeholder={m.searchHint()}
        csv={{ path: '/partners.csv', query: list }}
        columns={columns}
        sorting={sorting}
        query={partners}
        filters={<ListFilters address={address} filters={filters} period={m.joined()} />}
      >
        <ListTable
          label={m.partners()}
          address={address}
          query={partners}
          columns={columns}
          sorting={sorting}
          {...(mayRemind && { selection })}
          bulkActions={(rows) => <RemindInvitationsBar people={rows} onClear={selection.clear} />}
          empty={empty}
          notice={mayBeNone && partnersOnly?.count === 0 && empty}
          totals={
            summary && {
              label: m.personCount({ count: summary.count }),
              values: { revenue: <strong>{formatEuros(summary.totalRevenueCents)}</strong> },
            }
          }
        />
      </ListPage>
      {invitation.id === 'partner' && <InviteDialog onClose={invitation.close} />}
      <Suspense>{isImporting && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
      {isAsking && <RequestDialog onClose={() => setAsking(false)} />}
      <PartnerDialogs openDialog={action} onClose={() => setAction(null)} />
    </>
  )
}

function InviteFirst({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" mt="xs" onClick={onClick}>
      {m.inviteFirst()}
    </Button>
  )
}
