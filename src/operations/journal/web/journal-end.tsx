import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCount } from '#platform/web/ui/counts.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { JournalRoot } from '../api.ts'
import { journalRootsQuery } from './data.ts'

const card = {
  padding: '14px 20px',
  marginBottom: 16,
  border: '1px solid var(--line)',
  borderRadius: 12,
  background: 'var(--surface)',
} as const

/** Where the journal ends, and how its last day was closed. */
export function JournalEnd({ onRoots }: { readonly onRoots: () => void }) {
  const { data } = useInfiniteQuery(journalRootsQuery)
  const [page] = data?.pages ?? []
  if (!page) return <div style={{ ...card, minHeight: 84 }} />
  const { head, items, isStamped } = page
  const [root] = items
  return (
    <section style={card} aria-label="State of the journal">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 320px' }}>
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {formatCount(head.seq)} rows. The last hash is <code>{head.hash}</code>
          </Text>
          <SoftText>
            {root ? lastDay(root) : 'Each day on which it grew is closed soon after midnight.'}{' '}
            {!isStamped && 'No time-stamp authority is set (TSA_URL). '}
            To check it all: <code>npm run verify-journal</code>
          </SoftText>
        </div>
        {root && (
          <Button variant="default" onClick={onRoots}>
            Closed days
          </Button>
        )}
      </Group>
    </section>
  )
}

function lastDay({ day, stampedAt }: JournalRoot): string {
  return `Last day closed: ${dayText(day)}, ${stampedAt ? `time-stamped ${longDate(stampedAt)}` : 'without a time stamp'}.`
}
