import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { requestAddress } from '#platform/api/route.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { eventJournalRoutes, type JournalRoot, type JournalRow, journalList } from '../api.ts'
import { m } from '../messages/messages.ts'
import { journalQuery, journalRootsQuery } from './data.ts'
import { eventLabels } from './event-labels.ts'
import { eventTitle, exactText } from './event-title.ts'

const card = {
  padding: '14px 20px',
  marginBottom: 16,
  border: '1px solid var(--line)',
  borderRadius: 12,
  background: 'var(--surface)',
} as const

const code = (parts: ReactNode) => <code key="code">{parts}</code>

/** Where the journal ends, and how its last day was closed. */
function JournalEnd({ onRoots }: { readonly onRoots: () => void }) {
  const { data } = useInfiniteQuery(journalRootsQuery)
  const [page] = data?.pages ?? []
  if (!page) return <div style={{ ...card, minHeight: 84 }} />
  const { head, items, isStamped } = page
  const [root] = items
  return (
    <section style={card} aria-label={m.stateOfJournal()}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 320px' }}>
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {m.rowsAndHash({ rows: formatCount(head.seq), hash: head.hash, code })}
          </Text>
          <SoftText>
            {root ? lastDay(root) : m.closedAtMidnight()} {!isStamped && `${m.noAuthority()} `}
            {m.howToCheck({ code })}
          </SoftText>
        </div>
        {root && (
          <Button variant="default" onClick={onRoots}>
            {m.closedDays()}
          </Button>
        )}
      </Group>
    </section>
  )
}

function lastDay({ day, stampedAt }: JournalRoot): string {
  return stampedAt
    ? m.lastDayStamped({ day: dayText(day), time: longDate(stampedAt) })
    : m.lastDayUnstamped({ day: dayText(day) })
}

const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))
const RootsDrawer = lazy(async () => ({ default: (await import('./roots-drawer.tsx')).RootsDrawer }))

const eventChip = { name: 'event', label: m.event(), all: m.allEvents(), searchable: true, labels: eventLabels }

const columnsFor = (onOpen: (seq: string) => void): readonly Column<JournalRow>[] => [
  { key: 'seq', label: m.row(), figure: true, cell: ({ seq }) => seq },
  {
    key: 'event',
    label: m.event(),
    card: 'title',
    cell: ({ name, partner, content }) => (
      <>
        <p className="cell-main">{eventTitle(name)}</p>
        {partner && <p className="cell-note clamp">{partner.name}</p>}
        {content === 'erased' && <p className="cell-note">{m.contentErased()}</p>}
        {content === 'withheld' && <p className="cell-note">{m.contentWithheld()}</p>}
        {content === 'archived' && <p className="cell-note">{m.monthArchived()}</p>}
      </>
    ),
  },
  { key: 'actor', label: m.by(), cell: ({ actor }) => actor?.name ?? m.thePortal() },
  {
    key: 'time',
    label: m.happened(),
    cell: ({ occurredAt }) => <span title={exactText(occurredAt)}>{longDate(occurredAt)}</span>,
  },
  { key: 'hash', label: m.hash(), cell: ({ hash }) => <code>{hash.slice(0, 12)}…</code> },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: ({ seq }) => (
      <div className="row-actions">
        <RowButton look="default" data-opens onClick={() => onOpen(String(seq))} aria-label={m.detailsOfRow({ seq })}>
          {m.details()}
        </RowButton>
      </div>
    ),
  },
]

/** Every event of the portal in a chain of hashes: to look something up, and to hand it to somebody who checks it. */
export function Component() {
  const people = { ...usePartnerFilter(), name: 'person', label: m.person(), all: m.everybody() }
  const { address, filter, filters } = useList(journalList, { name: eventChip, personId: people, subjectId: 'subject' })
  const query = useInfiniteQuery(journalQuery(filter))
  const record = useRecordInAddress('row')
  const [isRoots, setRoots] = useState(false)
  const columns = useMemo(() => columnsFor(record.open), [record.open])
  const table = { address, query, columns }
  const seq = Number(record.id)
  return (
    <>
      <ListPage
        title={m.journal()}
        subtitle={m.journalLead()}
        actions={
          <Button
            component="a"
            href={requestAddress(eventJournalRoutes.exportJournal, { query: filter })}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            {address.filtered ? m.exportRows() : m.exportFile()}
          </Button>
        }
        intro={<JournalEnd onRoots={() => setRoots(true)} />}
        {...table}
        label={m.searchJournal()}
        placeholder={m.searchHint()}
        busy={query.isPlaceholderData}
        filters={<ListFilters address={address} filters={filters} period={m.recorded()} />}
      >
        <ListTable {...table} label={m.journal()} empty={<EmptyState title={m.nothingYet()} text={m.nothingYetText()} />} />
      </ListPage>
      <Suspense>
        {isRoots && <RootsDrawer onClose={() => setRoots(false)} />}
        {Number.isSafeInteger(seq) && seq > 0 && <RowDrawer key={seq} seq={seq} onClose={record.close} />}
      </Suspense>
    </>
  )
}
