import { Button, Table } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useState } from 'react'
import type { PersonRow } from '#api/partners.ts'
import { personSorts } from '#api/partners.ts'
import { roleLabels, roles } from '#domain/actor.ts'
import { contractStatusLabels } from '#domain/contracts.ts'
import { formatEuros } from '#domain/money.ts'
import { useAddInAddress } from '../app/add-in-address.ts'
import { announced } from '../app/toasts.ts'
import { RevokeDialog } from '../contracts/list/revoke-dialog.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { shortDate } from '../ui/dates.ts'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilter } from '../ui/list-filter.tsx'
import { ListTools, NoResult } from '../ui/list-tools.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { EmptyState, QueryBoundary } from '../ui/states.tsx'
import { MoreButton, DataTable } from '../ui/data-table.tsx'
import { BankDetailsLine } from './bank-details-line.tsx'
import {
  deletePartner,
  endSessionsOf,
  partnerSummaryQuery,
  partnersQuery,
  revokeContractOf,
  validateContractOf,
  withdrawInvitation,
} from './data.ts'
import { InvitationTrouble } from './invitation-trouble.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import type { AskPartner, PartnerDialog } from './partner-actions.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { RoleDialog } from './role-dialog.tsx'

/** Memoised, so that a refetch renders only changed rows. */
const Row = memo(function Row({ person, onAsk }: { person: PersonRow; onAsk: AskPartner }) {
  return (
    <tr>
      <td>
        <p className="cell-name clamp" title={person.fullName}>
          {person.fullName}
        </p>
        <p className="cell-note clamp-one" title={person.email}>
          {person.email}
        </p>
        {person.state === 'invited' && <StatusBadge tone="todo">Invited</StatusBadge>}
        <InvitationTrouble mail={person.invitationMail} />
      </td>
      <td>
        <span className="clamp" title={person.company}>
          {person.company || '—'}
        </span>
        <BankDetailsLine person={person} />
      </td>
      <td>{roleLabels[person.role]}</td>
      <td>
        {person.role === 'admin' ? (
          '—'
        ) : person.contract ? (
          <StatusBadge tone={person.contract === 'signe' ? 'signe' : 'todo'}>{contractStatusLabels[person.contract]}</StatusBadge>
        ) : (
          <span className="soft">No contract</span>
        )}
      </td>
      <td className="end figure">{formatEuros(person.totalRevenueCents)}</td>
      <td className="figure">{shortDate(person.joinedAt)}</td>
      <td>
        <PartnerActions person={person} onAsk={onAsk} />
      </td>
    </tr>
  )
})

const sorts = personSorts.flatMap((each) => [each, `-${each}`] as const)
const filters = ['role', 'state', 'contract'] as const
const states = [
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
] as const
const contracts = [
  { value: 'signe', label: contractStatusLabels.signe },
  { value: 'en_attente', label: contractStatusLabels.en_attente },
  { value: 'none', label: 'No contract' },
] as const
const valuesOf = <V extends string>(options: readonly { readonly value: V }[]) => options.map(({ value }) => value)

/** People with access or an invitation. */
export function Component() {
  const [inviting, setInviting] = useAddInAddress('partner')
  const [asked, setAsked] = useState<{ dialog: PartnerDialog; person: PersonRow } | null>(null)
  const ask = useCallback((dialog: PartnerDialog, person: PersonRow) => setAsked({ dialog, person }), [])
  const address = useListAddress(filters)
  const list = {
    role: address.pick('role', roles),
    state: address.pick('state', valuesOf(states)),
    contract: address.pick('contract', valuesOf(contracts)),
    search: address.search || undefined,
  }
  const sort = address.pick('sort', sorts) ?? '-joined'
  const partners = useInfiniteQuery(partnersQuery({ ...list, sort }))
  const { data: listed } = useQuery(partnerSummaryQuery(list))
  // Administrators are rows of the list, too: whether there is a partner is asked where none is seen.
  const seesPartner = partners.data?.pages.some((page) => page.items.some((each) => each.role === 'partner')) ?? true
  const mayBeNone = !seesPartner && (!address.filtered || list.role === 'partner')
  const { data: partnersOnly } = useQuery({ ...partnerSummaryQuery({ role: 'partner' }), enabled: mayBeNone })
  const isEmpty = !address.filtered && partners.data?.pages[0]?.items.length === 0
  const noPartners = isEmpty || (mayBeNone && partnersOnly?.count === 0)
  const person = asked?.person
  return (
    <>
      <PageHeader title="Partners Management" subtitle="Who has access, and who was invited">
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setInviting(true)}>
          Add Partner
        </Button>
      </PageHeader>
      <ListTools
        address={address}
        label="Search partners"
        placeholder="Search by name, company or email"
        csv={{ path: '/partners.csv', query: list }}
      >
        <ListFilter
          address={address}
          name="role"
          label="Role"
          all="All roles"
          options={roles.map((value) => ({ value, label: roleLabels[value] }))}
        />
        <ListFilter address={address} name="state" label="State" all="All states" options={states} />
        <ListFilter address={address} name="contract" label="Contract" all="All contracts" options={contracts} />
      </ListTools>
      <QueryBoundary query={partners}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0 && !noPartners) return <NoResult address={address} />
          return (
            <>
              {noPartners && (
                <EmptyState title="No partners yet" text="Invite the first one: they get a link by e-mail.">
                  <Button variant="default" mt="xs" onClick={() => setInviting(true)}>
                    Invite the first partner
                  </Button>
                </EmptyState>
              )}
              {rows.length > 0 && (
                <DataTable
                  head={[
                    { label: 'Partner', sort: 'name' },
                    { label: 'Company', sort: 'company' },
                    { label: 'Role', sort: 'role' },
                    { label: 'Contract', sort: 'contract' },
                    { label: 'Total Revenue', end: true, sort: 'revenue' },
                    { label: 'Joined', sort: 'joined', falls: true },
                    { label: 'Actions', end: true },
                  ]}
                  busy={partners.isPlaceholderData}
                  sorting={{ by: sort, onSort: (by) => address.set('sort', by) }}
                  foot={
                    listed && (
                      <Table.Tr>
                        <Table.Th colSpan={4} scope="row">
                          {listed.count} {listed.count === 1 ? 'person' : 'people'}
                        </Table.Th>
                        <Table.Td className="end figure" fw={600}>
                          {formatEuros(listed.totalRevenueCents)}
                        </Table.Td>
                        <Table.Td colSpan={2} />
                      </Table.Tr>
                    )
                  }
                  label="Partners"
                >
                  {rows.map((row) => (
                    <Row key={row.id} person={row} onAsk={ask} />
                  ))}
                </DataTable>
              )}
              <MoreButton query={partners} />
            </>
          )
        }}
      </QueryBoundary>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {person && asked.dialog === 'role' && <RoleDialog person={person} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        opened={asked?.dialog === 'validate'}
        title="Validate by hand"
        text={
          `${person?.fullName ?? ''}'s main contract will be recorded as validated by hand by you, ` +
          'without seal: use this for a contract that was signed on paper. Their leads, commissions, bank ' +
          'details and resources open at once.'
        }
        action="Validate"
        onClose={() => setAsked(null)}
        onConfirm={async () =>
          person &&
          announced(validateContractOf(person.id), 'Contract validated', `${person.fullName}'s contract is marked as signed`)
        }
      />
      {person && asked.dialog === 'revoke' && (
        <RevokeDialog
          title="Revoke contract"
          text={
            `${person.fullName}'s contract will be pending again. Their leads, commissions, bank details ` +
            'and resources are locked at once, until it is signed anew.'
          }
          done={`${person.fullName}'s contract is pending again`}
          onRevoke={(reason) => revokeContractOf(person.id, reason)}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        opened={asked?.dialog === 'delete'}
        title="Delete partner"
        text={`Are you sure you want to delete ${person?.fullName ?? ''}? This action cannot be undone.`}
        action="Delete"
        danger
        onClose={() => setAsked(null)}
        onConfirm={async () =>
          person && announced(deletePartner(person.id), 'Partner deleted', `${person.fullName} has been removed`)
        }
      />
      <ConfirmDialog
        opened={asked?.dialog === 'sessions'}
        title="End sessions"
        text={
          `${person?.fullName ?? ''} is signed out everywhere at once and told by e-mail. Signing in ` +
          'again takes their password: if somebody else may know it, ask them to choose a new one.'
        }
        action="End sessions"
        danger
        onClose={() => setAsked(null)}
        onConfirm={async () =>
          person && announced(endSessionsOf(person.id), 'Sessions ended', `${person.fullName} is signed out everywhere`)
        }
      />
      <ConfirmDialog
        opened={asked?.dialog === 'withdraw'}
        title="Withdraw invitation"
        text={`The link sent to ${person?.email ?? ''} stops working and ${person?.fullName ?? ''} leaves the list.`}
        action="Withdraw"
        danger
        onClose={() => setAsked(null)}
        onConfirm={async () =>
          person && announced(withdrawInvitation(person.id), 'Invitation withdrawn', `${person.email} can be invited again`)
        }
      />
    </>
  )
}
