import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { typeset } from '#platform/domain/typesetting.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { formatCount } from '#platform/web/ui/counts.ts'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { InvitationOutcome } from '../../domain/invitation-file.ts'
import { m } from '../../messages/messages.ts'
import { outcomeLabels, type ReviewRow } from './invitation-rows.ts'
import type { InvitationProgress } from './invitation-run.ts'

const tones: Readonly<Record<InvitationOutcome, BadgeTone>> = {
  ready: 'received',
  invited: 'received',
  known: 'known',
  repeated: 'known',
  refused: 'danger',
}

const columns: readonly Column<ReviewRow>[] = [
  { key: 'number', label: m.row(), figure: true, cell: ({ number }) => number },
  {
    key: 'outcome',
    label: m.state(),
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{outcomeLabels[outcome]}</StatusBadge>,
  },
  {
    key: 'partner',
    label: m.partner(),
    card: 'title',
    cell: ({ cells, reasons }) => (
      <>
        <p className="cell-main">{cells.fullName || '—'}</p>
        <p className="cell-note clamp">{cells.email || '—'}</p>
        {reasons.map((reason) => (
          <p key={reason} className="cell-note cell-prose">
            {typeset(reason)}
          </p>
        ))}
      </>
    ),
  },
  { key: 'company', label: m.company(), cell: ({ cells }) => cells.company || '—' },
  { key: 'template', label: m.contractTemplate(), cell: ({ cells }) => cells.template || '—' },
]

/** Rows shown at once: what is to be corrected is found by the chips. */
const shownAtOnce = 100

/** How many were invited, and how many rows are left. */
function invitedText(count: number, left: number): string {
  const shown = formatCount(count)
  return left > 0 ? m.invitedAndNotSent({ shown, count, shownLeft: formatCount(left), left }) : m.invitedCount({ shown, count })
}

interface InvitationsReviewProps {
  readonly rows: readonly ReviewRow[]
  /** Null before rows are sent. */
  readonly progress: InvitationProgress | null
  readonly onBack: () => void
  readonly onSend: () => void
  readonly onStop: () => void
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** Shows what each row would do and, after sending, what it did. */
export function InvitationsReview(props: InvitationsReviewProps) {
  const { rows, progress, onBack, onSend, onStop, onDownload, onClose } = props
  const [filter, setFilter] = useState<InvitationOutcome | null>(null)
  const of = (outcome: InvitationOutcome) => rows.filter((row) => row.outcome === outcome)
  const ready = of('ready').length
  const invited = of('invited').length
  const outcomes = (['ready', 'invited', 'refused', 'known', 'repeated'] as const).filter((outcome) => of(outcome).length > 0)
  const visibleRows = filter ? of(filter) : rows
  return (
    <Stack>
      {progress && (
        <div>
          <Progress value={(100 * progress.done) / Math.max(1, progress.total)} size="lg" aria-label={m.progress()} />
          <Text role="status" mt={8}>
            {progress.isGoing
              ? m.rowsDone({ done: progress.done, shown: formatCount(progress.total), count: progress.total })
              : invitedText(invited, ready)}
          </Text>
          <MailNote />
          {progress.failure && (
            <Text role="alert" c="var(--danger-ink)">
              {m.stoppedBecause({ failure: progress.failure })}
            </Text>
          )}
        </div>
      )}
      <OutcomeChips
        chips={[
          [null, m.all(), rows.length],
          ...outcomes.map((outcome) => [outcome, outcomeLabels[outcome], of(outcome).length] as const),
        ]}
        choice={filter}
        onChoose={setFilter}
      />
      <DataTable label={m.rowsOfFile()} rows={visibleRows.slice(0, shownAtOnce)} columns={columns} />
      {visibleRows.length > shownAtOnce && (
        <SoftText>
          {m.firstRows({ first: shownAtOnce, shown: formatCount(visibleRows.length), count: visibleRows.length })}
        </SoftText>
      )}
      {!progress && (
        <div>
          <Text role="status">{ready === 0 ? m.noRowReady() : m.willBeInvited({ shown: formatCount(ready), count: ready })}</Text>
          {ready > 0 && <MailNote />}
        </div>
      )}
      <Group justify="flex-end">
        {progress && !progress.isGoing && (ready > 0 || of('refused').length > 0) && (
          <Button variant="default" onClick={onDownload}>
            {m.downloadRowsLeft()}
          </Button>
        )}
        {!progress && (
          <Button variant="default" onClick={onBack}>
            {m.back()}
          </Button>
        )}
        {progress?.isGoing && (
          <Button variant="default" onClick={onStop}>
            {m.stop()}
          </Button>
        )}
        {!progress?.isGoing && ready > 0 && (
          <Button onClick={onSend}>{progress ? m.goOn() : m.inviteCount({ shown: formatCount(ready), count: ready })}</Button>
        )}
        {progress && !progress.isGoing && <Button onClick={onClose}>{m.close()}</Button>}
      </Group>
    </Stack>
  )
}
