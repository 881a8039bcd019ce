import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { roleLabels } from '#access/domain/actor.ts'
import { ImportLink } from '#access/web/import-link.tsx'
import { useRight } from '#access/web/rights.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { invitationFilterLabels } from '#accounts/people/domain.ts'
import { PartnerTabs } from '#accounts/people/web/partner-tabs.tsx'
import { contractStatusLabels } from '#contracts/contracts/domain/contracts.ts'
import { bankDetailLabels, recentIbanHours } from '#money/bank-details/domain/bank-details.ts'
import { billingMissing, billingModeLabels, mandateMissing } from '#money/billing/domain/billing.ts'
import { vigilanceFilterLabels } from '#money/vigilance/domain.ts'
import { RequestDialog } from '#money/vigilance/web/request-dialog.tsx'
import { type PersonRow, personList } from '#partners/partners/api/partners.ts'
import { partnerSummaryQuery, partnersQuery } from '#partners/partners/web/data.ts'
import { InviteDialog } from '#partners/partners/web/invite-dialog.tsx'
import type { PartnerDialog } from '#partners/partners/web/partner-actions.tsx'
import { invitationSelection, RemindInvitationsBar } from '#partners/partners/web/remind-bar.tsx'
import { PartnerDialogs } from '#partners/profile/web/partner-dialogs.tsx'
import { formatEuros } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { m } from '../messages/messages.ts'
import { partnerColumns } from './partner-columns.tsx'

/** Lazy: the CSV parser is only needed for an import. */

const bankFilterLabels = {
  missing: bankDetailLabels.missing,
  complete: bankDetailLabels.complete,
  checksum: bankDetailLabels.checksum,
  refused: bankDetailLabels.refused,
  recent: m.ibanChanged({ recentIbanHours }),
  shared: m.ibanShared(),
}
const chips = {
  role: { label: m.role(), all: m.allRoles(), labels: roleLabels },
  state: { label: m.state(), all: m.allStates(), labels: { active: m.active(), invited: m.invited() } },
  contract: {
    label: m.contract(),
    all: m.allContracts(),
    labels: { signe: contractStatusLabels.signe, en_attente: contractStatusLabels.en_attente, none: m.noContract() },
  },
  bank: { label: m.bankDetails(), all: m.allBankDetails(), labels: bankFilterLabels },
  billing: {
    label: m.billing(),
    all: m.allBilling(),
    labels: {
      missing: billingMissing(),
      upload: billingModeLabels.upload,
      receipt: billingModeLabels.receipt,
      self_billing: billingModeLabels.self_billing,
      mandate_missing: mandateMissing(),
    },
  },
  documents: { label: m.documents(), all: m.allDocuments(), labels: vigilanceFilterLabels },
  invitation: { label: m.invitation(), all: m.allInvitations(), labels: invitationFilterLabels },
}

interface PageActionsProps {
  readonly onAsk: () => void
  readonly onInvite: () => void
}

/** What can be done beside the list: ask for documents, and invite, one by one or from a file. */
function PageActions({ onAsk, onInvite }: PageActionsProps) {
  return (
    <>
      <WithRight right="money">
        <Button variant="default" onClick={onAsk}>
          {m.requestDocuments()}
        </Button>
      </WithRight>
      <WithRight right="partners">
        <ImportLink kind="partners" />
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
  const columns = useMemo(() => partnerColumns((dialog, person) => setAction({ dialog, person })), [])
  const { address, filter, filters } = useList(personList, chips)
  const sorting = address.sorting(personList)
  const query = useInfiniteQuery(partnersQuery({ ...filter, sort: sorting.by }))
  const table = { address, query, columns, sorting }
  const selection = useRowSelection(invitationSelection)
  // Only open invitations can be chosen.
  const mayRemind = useRight('partners') && (filter.invitation === 'open' || filter.state === 'invited')
  const { data: summary } = useQuery(partnerSummaryQuery(filter))
  // Administrators are rows too: when no partner is loaded, ask whether there is one at all.
  const seesPartner = query.data?.pages.some((page) => page.items.some(({ role }) => role === 'partner')) ?? true
  const mayBeNone = !seesPartner && (!address.filtered || filter.role === 'partner')
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
        actions={<PageActions onAsk={() => setAsking(true)} onInvite={() => invitation.open('partner')} />}
        tabs={<PartnerTabs />}
        {...table}
        label={m.searchPartners()}
        placeholder={m.searchHint()}
        csv={{ path: '/partners.csv', query: filter }}
        filters={<ListFilters address={address} filters={filters} period={m.joined()} />}
      >
        <ListTable
          {...table}
          label={m.partners()}
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
