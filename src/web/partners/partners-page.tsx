import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonRow } from '#contract/partners.ts'
import { contractStatusLabels } from '#domain/contracts.ts'
import { formatEuros } from '#domain/money.ts'
import { announced } from '../app/toasts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { shortDate } from '../ui/dates.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Pill } from '../ui/pill.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { MoreButton, TableFrame } from '../ui/table-frame.tsx'
import { deletePartner, partnersQuery, withdrawInvitation } from './data.ts'
import { InviteDialog } from './invite-dialog.tsx'
import type { PartnerDialog } from './partner-actions.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { RoleDialog } from './role-dialog.tsx'

function Row({ person, onAsk }: { person: PersonRow; onAsk: (dialog: PartnerDialog) => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={500}>{person.fullName}</Text>
        <Text fz="xs" c="var(--ink-soft)">
          {person.email}
        </Text>
        {person.state === 'invited' && <Pill tone="todo">Invited</Pill>}
      </Table.Td>
      <Table.Td>{person.company || '—'}</Table.Td>
      <Table.Td>{person.role}</Table.Td>
      <Table.Td>
        {person.role === 'admin' ? (
          '—'
        ) : person.contract ? (
          <Pill tone={person.contract === 'signe' ? 'signe' : 'todo'}>{contractStatusLabels[person.contract]}</Pill>
        ) : (
          <Text fz="sm" c="var(--ink-soft)">
            No contract
          </Text>
        )}
      </Table.Td>
      <Table.Td className="end figure">{formatEuros(person.totalRevenueCents)}</Table.Td>
      <Table.Td className="figure">{shortDate(person.joinedAt)}</Table.Td>
      <Table.Td>
        <PartnerActions person={person} onAsk={onAsk} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Everybody with access or an invitation. */
export function Component() {
  const [inviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<{ dialog: PartnerDialog; person: PersonRow } | null>(null)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const partners = useInfiniteQuery(partnersQuery(search))
  const person = asked?.person
  return (
    <>
      <PageHeader title="Partners Management" subtitle="Who has access, and who was invited">
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setInviting(true)}>
          Add Partner
        </Button>
      </PageHeader>
      <Group mb="md">
        <TextInput
          type="search"
          aria-label="Search partners"
          placeholder="Search by name, company or email"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          w={{ base: '100%', sm: 320 }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Group>
      <Loaded query={partners}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0 && search) {
            return (
              <EmptyState title="No result for this search">
                <Button variant="default" onClick={() => setTyped('')}>
                  Clear search
                </Button>
              </EmptyState>
            )
          }
          if (rows.length === 0)
            return <EmptyState title="No partners yet" text="Invite the first one: they get a link by e-mail." />
          return (
            <>
              <TableFrame
                head={[
                  'Partner',
                  'Company',
                  'Role',
                  'Contract',
                  { label: 'Total Revenue', end: true },
                  'Joined',
                  { label: 'Actions', end: true },
                ]}
                label="Partners"
              >
                {rows.map((row) => (
                  <Row key={row.id} person={row} onAsk={(dialog) => setAsked({ dialog, person: row })} />
                ))}
              </TableFrame>
              <MoreButton query={partners} />
            </>
          )
        }}
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {person && asked.dialog === 'role' && <RoleDialog person={person} onClose={() => setAsked(null)} />}
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
