import { Anchor, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { SidePanel } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { JournalRowDetail } from '../api.ts'
import { journalRowQuery } from './data.ts'
import { eventTitle, exactText } from './event-title.ts'

const block = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const

/** A row with all that its hashes are made of. Mounted only while open. */
export function RowDrawer({ seq, onClose }: { readonly seq: number; readonly onClose: () => void }) {
  const query = useQuery(journalRowQuery(seq))
  return (
    <SidePanel onClose={onClose} title={`Row ${seq}`}>
      <QueryBoundary query={query}>{(row) => <Detail row={row} />}</QueryBoundary>
    </SidePanel>
  )
}

function Detail({ row }: { readonly row: JournalRowDetail }) {
  const { name, actor, partner, subject, content, isWhole, record } = row
  const facts = [
    ['Event', row.id],
    ['Happened', exactText(row.occurredAt)],
    ['In the journal since', exactText(row.chainedAt)],
    ['Hash of this row', row.hash],
    ['Hash of the row before', row.prevHash],
    ['Hash of the event', row.recordHash],
    ['Salt', row.salt ?? 'erased'],
  ] as const
  return (
    <Stack>
      <div>
        <Title order={3} fz="md" mb={4}>
          {eventTitle(name)}
        </Title>
        <SoftText>
          By {actor?.name ?? 'the portal'}
          {partner && `, about ${partner.name}`}
        </SoftText>
        {subject && (
          <Anchor component={Link} to={`${pagePaths.journal}?subject=${subject.id}`} fz="sm">
            All rows about the same record
          </Anchor>
        )}
      </div>
      <div>
        <StatusBadge tone={isWhole ? 'received' : 'danger'}>
          {isWhole ? 'Its hashes are right' : 'Its hashes are wrong'}
        </StatusBadge>
      </div>
      <dl style={{ margin: 0 }}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ marginBottom: 10 }}>
            <dt style={{ color: 'var(--ink-soft)', fontSize: 13 }}>{label}</dt>
            <dd style={{ margin: 0, overflowWrap: 'anywhere', fontFamily: 'monospace', fontSize: 13 }}>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Title order={3} fz="md" mb={6}>
          Recorded event
        </Title>
        {record ? (
          <Code block style={block}>
            {JSON.stringify(record, null, 2)}
          </Code>
        ) : (
          <Text fz="sm">{content === 'archived' ? 'Its month is kept outside the database.' : 'It was erased.'}</Text>
        )}
      </div>
    </Stack>
  )
}
