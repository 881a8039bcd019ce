import { Button, Group, Text } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import type { IssuedDocument } from '../api.ts'
import { maxHandedOver } from '../domain/handover.ts'
import { m } from '../messages/messages.ts'
import type { ToHandOver } from './handover-dialog.tsx'
import type { DownloadedZip } from './zip-button.tsx'

interface HandoverBarProps {
  readonly selection: readonly IssuedDocument[]
  readonly onHandOver: (documents: ToHandOver) => void
  readonly onUndo: (rows: readonly IssuedDocument[]) => void
  readonly onClear: () => void
}

/** What can be done with chosen documents. */
export function HandoverBar({ selection, onHandOver, onUndo, onClear }: HandoverBarProps) {
  const waiting = selection.filter(({ can }) => can.handOver)
  const marked = selection.filter(({ can }) => can.undoHandover)
  const ids = waiting.map(({ id }) => id)
  const tooMany = Math.max(waiting.length, marked.length) > maxHandedOver
  const count = selection.length
  const text = tooMany ? m.chosenTooMany({ count, max: maxHandedOver }) : m.chosenCount({ count })
  return (
    <BulkBar label={m.chosenDocuments()} count={count} text={text} onClear={onClear}>
      {waiting.length > 0 && (
        <Button
          size="sm"
          disabled={tooMany}
          onClick={() => onHandOver({ documents: { kind: 'chosen', ids }, count: waiting.length })}
        >
          {m.markCount({ count: waiting.length })}
        </Button>
      )}
      {marked.length > 0 && (
        <Button size="sm" variant="default" disabled={tooMany} onClick={() => onUndo(marked)}>
          {m.takeBackCount({ count: marked.length })}
        </Button>
      )}
    </BulkBar>
  )
}

interface DownloadedBarProps {
  readonly zip: DownloadedZip
  readonly onHandOver: (documents: ToHandOver) => void
  readonly onClear: () => void
}

/** After a ZIP: its documents can be marked at once. */
export function DownloadedBar({ zip: { list, count, totalCents, waitingCount }, onHandOver, onClear }: DownloadedBarProps) {
  const documents = { kind: 'filtered' as const, filter: list, seen: { count, totalCents } }
  return (
    <Group className="surface" role="region" aria-label={m.downloadedZip()} p="sm" mb="md" gap="sm">
      <Text fz="sm" fw={500} mr="auto" aria-live="polite">
        {m.zipHas({ count, total: formatEurosExact(totalCents) })} {waitingCount > 0 ? m.onceReceivedMark() : m.allHandedOver()}
      </Text>
      {waitingCount > 0 && (
        <Button size="sm" onClick={() => onHandOver({ documents, count: waitingCount })}>
          {m.markCount({ count: waitingCount })}
        </Button>
      )}
      <Button size="sm" variant="subtle" onClick={onClear}>
        {m.close()}
      </Button>
    </Group>
  )
}
