import { Alert, Button, Group, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type PeopleRequest, requestList } from '../api/requests.ts'
import { channelLabels, outcomeLabels, wishLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { acceptVoidList, clientListQuery, requestsQuery } from './data.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { RequestDrawer } from './request-drawer.tsx'

const stateChip = {
  label: m.state(),
  all: m.allStates(),
  labels: { open: m.openRequests(), answered: m.answeredRequests() },
}

const columnsOf = (onOpen: (id: string) => void): readonly Column<PeopleRequest>[] => [
  { key: 'received', label: m.dayOfReceipt(), figure: true, cell: ({ receivedAt }) => shortDate(receivedAt) },
  {
    key: 'person',
    label: m.whoAsked(),
    card: 'title',
    kept: true,
    cell: ({ id, email, name }) => (
      <UnstyledButton className="name-link clamp" fz="sm" data-opens onClick={() => onOpen(id)}>
        {email || name}
      </UnstyledButton>
    ),
  },
  { key: 'wish', label: m.whatTheyWant(), kept: true, cell: ({ wish }) => wishLabels[wish] },
  { key: 'channel', label: m.howItCame(), priority: 1, cell: ({ channel }) => channelLabels[channel] },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: ({ answer, dueAt }) => {
      if (answer) return <StatusBadge tone="received">{outcomeLabels[answer.outcome]}</StatusBadge>
      const isLate = Date.parse(dueAt) < Date.now()
      return <StatusBadge tone={isLate ? 'danger' : 'todo'}>{m.answerDue({ day: shortDate(dueAt) })}</StatusBadge>
    },
  },
]

/** What people ask about their data, with the day by which each has to be answered. */
export function RequestsTab() {
  const { address, filter, filters } = useList(requestList, { state: stateChip })
  const query = useInfiniteQuery(requestsQuery(filter))
  const record = useRecordInAddress('request')
  const [isEntering, setEntering] = useState(false)
  return (
    <>
      <VoidList />
      <Group justify="space-between" my="sm">
        <ListFilters address={address} filters={filters} />
        <Button onClick={() => setEntering(true)}>{m.enterRequest()}</Button>
      </Group>
      <ListTable
        address={address}
        query={query}
        label={m.requestsAboutData()}
        columns={columnsOf(record.open)}
        empty={<EmptyState title={m.noRequests()} text={m.noRequestsText()} />}
      />
      {isEntering && <EnterDialog onClose={() => setEntering(false)} />}
      {record.id && <RequestDrawer id={record.id} onClose={record.close} />}
    </>
  )
}

/** After another secret was adopted: nobody knows who wants no mail, and no client gets any until somebody has read this. */
function VoidList() {
  const { data } = useQuery(clientListQuery)
  const { busy, run } = useAction(async () => {
    await acceptVoidList()
    toastSuccess(m.listAccepted())
  })
  if (!data || data.holds) return null
  return (
    <Alert color="red" title={m.listVoid()} my="md">
      {m.listVoidText()}
      <Group mt="sm">
        <Button size="compact-sm" variant="default" disabled={busy} onClick={run}>
          {m.mailClientsAgain()}
        </Button>
      </Group>
    </Alert>
  )
}
