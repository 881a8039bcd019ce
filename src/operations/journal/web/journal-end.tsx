import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '#platform/web/ui/counts.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { JournalRoot } from '../api.ts'
import { m } from '../messages/messages.ts'
import { journalRootsQuery } from './data.ts'

const card = {
  padding: '14px 20px',
  marginBottom: 16,
  border: '1px solid var(--line)',
  borderRadius: 12,
  background: 'var(--surface)',
} as const

const code = (parts: ReactNode) => <code key="code">{parts}</code>

/** Where the journal ends, and how its last day was closed. */
export function JournalEnd({ onRoots }: { readonly onRoots: () => void }) {
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
