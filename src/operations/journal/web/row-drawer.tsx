import { Anchor, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { SidePanel } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { JournalRowDetail } from '../api.ts'
import { m } from '../messages/messages.ts'
import { journalRowQuery } from './data.ts'
import { eventTitle, exactText } from './event-title.ts'

const block = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const

/** A row with all that its hashes are made of. */
export function RowDrawer({ seq, onClose }: { readonly seq: number; readonly onClose: () => void }) {
  const query = useQuery(journalRowQuery(seq))
  return (
    <SidePanel onClose={onClose} title={m.rowNumber({ seq })}>
      <QueryBoundary query={query}>{(row) => <Detail row={row} />}</QueryBoundary>
    </SidePanel>
  )
}

function Detail({ row }: { readonly row: JournalRowDetail }) {
  const { name, actor, partner, subject, content, isWhole, record } = row
  const who = actor?.name ?? m.thePortalItself()
  const facts = [
    [m.event(), row.id],
    [m.happened(), exactText(row.occurredAt)],
    [m.inJournalSince(), exactText(row.chainedAt)],
    [m.hashOfRow(), row.hash],
    [m.hashOfRowBefore(), row.prevHash],
    [m.hashOfEvent(), row.recordHash],
    [m.salt(), row.salt ?? (content === 'withheld' ? m.withheld() : m.erased())],
  ] as const
  return (
    <Stack>
      <div>
        <Title order={3} fz="md" mb={4}>
          {eventTitle(name)}
        </Title>
        <SoftText>{partner ? m.byWhomAbout({ who, partner: partner.name }) : m.byWhom({ who })}</SoftText>
        {subject && (
          <Anchor component={Link} to={`${pagePaths.journal}?subject=${subject.id}`} fz="sm">
            {m.allRowsAbout()}
          </Anchor>
        )}
      </div>
      <div>
        <StatusBadge tone={isWhole ? 'received' : 'danger'}>{isWhole ? m.hashesRight() : m.hashesWrong()}</StatusBadge>
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
          {m.recordedEvent()}
        </Title>
        {record ? (
          <Code block style={block}>
            {JSON.stringify(record, null, 2)}
          </Code>
        ) : (
          <Text fz="sm">{content === 'archived' ? m.monthArchivedSentence() : m.wasErased()}</Text>
        )}
      </div>
    </Stack>
  )
}
