import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useRight } from '#access/web/rights.ts'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { noticeStateLabels, noticeWayLabels } from '#leads/notices/domain.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { mailNote, toastMailed } from '#platform/web/app/session/mail-note.tsx'
import { shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { ListTools } from '#platform/web/ui/tables/list-tools.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type ListedNotice, type NoticeSummary, noticeList } from '../api.ts'
import { m } from '../messages/messages.ts'
import { noticeSummaryQuery, noticesQuery, sendNotices, switchNotices } from './data.ts'

const { due: _, ...settledLabels } = noticeStateLabels
const chips = {
  queue: {
    label: m.whichQueue(),
    all: m.everybody(),
    labels: { open: m.toTellSoon(), overdue: m.late(), queued: m.inLine(), without_email: m.withoutEmail() },
  },
  state: { label: m.state(), all: noticeStateLabels.due, labels: settledLabels },
}

const columns: readonly Column<ListedNotice>[] = [
  {
    key: 'lead',
    label: m.lead(),
    card: 'title',
    kept: true,
    cell: (row) => (
      <>
        <Anchor component={Link} className="cell-main clamp" to={`${pagePaths.adminLeads}?lead=${row.id}`}>
          {row.name}
        </Anchor>
        {row.company && <p className="cell-note clamp">{row.company}</p>}
      </>
    ),
  },
  { key: 'partner', label: m.partner(), priority: 1, cell: ({ partner }) => <span className="clamp">{partner.name}</span> },
  { key: 'due', label: m.dueOn(), sort: 'due', descendingFirst: false, kept: true, cell: ({ dueAt }) => shortDate(dueAt) },
  { key: 'state', label: m.state(), cell: (row) => <NoticeState row={row} /> },
]

function NoticeState({ row: { state, how, dueAt, settledAt, hasEmail, queuedFor, orderedAt } }: { row: ListedNotice }) {
  if (state !== 'due') {
    return (
      <>
        <span className="cell-main">{noticeStateLabels[state]}</span>
        <p className="cell-note">
          {[how && noticeWayLabels[how], settledAt && shortDate(settledAt)].filter(Boolean).join(' · ')}
        </p>
      </>
    )
  }
  const isLate = new Date(dueAt) < new Date()
  const now = new Date()
  const note = queuedFor
    ? new Date(queuedFor) > now
      ? m.putOffTo({ day: shortDate(queuedFor) })
      : m.inLine()
    : hasEmail
      ? orderedAt && m.orderedOn({ day: shortDate(orderedAt) })
      : m.withoutEmail()
  return (
    <>
      <StatusBadge tone={isLate ? 'danger' : 'todo'}>{isLate ? m.late() : noticeStateLabels.due}</StatusBadge>
      {note && <p className="cell-note">{note}</p>}
    </>
  )
}

/** Who still has to be told that their details are kept, and the button that tells them. */
export function NoticesTab() {
  const { address, filter, filters } = useList(noticeList, { ...chips, partnerId: usePartnerFilter() })
  const sorting = address.sorting(noticeList)
  const table = { address, columns, sorting, query: useInfiniteQuery(noticesQuery({ ...filter, sort: sorting.by })) }
  const summary = useQuery(noticeSummaryQuery)
  return (
    <Stack gap="sm">
      {summary.data && <Summary summary={summary.data} />}
      <ListTools {...table} label={m.noticesList()} filters={<ListFilters address={address} filters={filters} />} />
      <ListTable {...table} label={m.noticesList()} empty={<EmptyState title={m.noNotices()} text={m.noNoticesText()} />} />
    </Stack>
  )
}

/** Why somebody who is still to be told is not mailed by the button; empty where everybody is. */
const leftOutOf = ({ withoutEmail, postponed, ordered }: NoticeSummary): string =>
  [
    withoutEmail > 0 && m.leftWithoutEmail({ count: withoutEmail }),
    ordered > 0 && m.leftOrdered({ count: ordered }),
    postponed > 0 && m.leftPutOff({ count: postponed }),
  ]
    .filter(Boolean)
    .join(' · ')

function Summary({ summary }: { summary: NoticeSummary }) {
  const { due, overdue, mailable, queued, postponed, isAutomatic } = summary
  const leftOut = leftOutOf(summary)
  const nobody = queued + postponed > 0 ? m.everybodyInLine() : m.nobodyInLine()

  const [asking, setAsking] = useState(false)
  const maySwitch = useRight('programme')
  const { busy, run } = useAction(switchNotices)
  return (
    <>
      <Text>
        {[m.noticesLead({ due }), overdue > 0 && m.noticesOverdue({ overdue }), queued > 0 && m.lineLength({ count: queued })]
          .filter(Boolean)
          .join(' · ')}
        {'. '}
        {leftOut && (
          <SoftText component="span" fz="sm">
            {m.notMailed({ reasons: leftOut })}
          </SoftText>
        )}
      </Text>
      <Group>
        <Button disabled={mailable === 0} onClick={() => setAsking(true)}>
          {mailable === 0 ? nobody : m.sendAll({ count: mailable })}
        </Button>
        <Switch
          label={m.automaticNotices()}
          checked={isAutomatic}
          disabled={!maySwitch || busy}
          onChange={({ currentTarget }) => run(currentTarget.checked)}
        />
      </Group>
      <ConfirmDialog
        opened={asking}
        title={m.sendTitle()}
        text={mailNote() ?? m.sendAllText()}
        action={m.sendAll({ count: mailable })}
        onClose={() => setAsking(false)}
        onConfirm={async () => toastMailed(m.inLine(), m.lineLength({ count: await sendNotices() }))}
      />
    </>
  )
}
