import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { pluralize } from '#platform/web/ui/counts.ts'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { InvitationOutcome } from '../domain.ts'
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
  { key: 'number', label: 'Row', figure: true, cell: ({ number }) => number },
  {
    key: 'outcome',
    label: 'State',
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{outcomeLabels[outcome]}</StatusBadge>,
  },
  {
    key: 'partner',
    label: 'Partner',
    card: 'title',
    cell: ({ cells, reasons }) => (
      <>
        <p className="cell-main">{cells.fullName || '—'}</p>
        <p className="cell-note">{cells.email || '—'}</p>
        {reasons.map((reason) => (
          <p key={reason} className="cell-note">
            {reason}
          </p>
        ))}
      </>
    ),
  },
  { key: 'company', label: 'Company', cell: ({ cells }) => cells.company || '—' },
  { key: 'template', label: 'Contract template', cell: ({ cells }) => cells.template || '—' },
]

/** Rows shown at once: what is to be corrected is found by the chips. */
const shownAtOnce = 100

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
          <Progress
            value={(100 * progress.done) / Math.max(1, progress.total)}
            size="lg"
            aria-label="Progress of the invitations"
          />
          <Text role="status" mt={8}>
            {progress.isGoing
              ? `${progress.done} of ${pluralize(progress.total, 'row')}`
              : `${pluralize(invited, 'partner')} invited${ready > 0 ? `, ${pluralize(ready, 'row')} not sent` : ''}.`}
          </Text>
          {progress.failure && (
            <Text role="alert" c="var(--danger-ink)">
              Stopped: {progress.failure} Who was invited stays invited; sending the file again leaves them out.
            </Text>
          )}
        </div>
      )}
      <OutcomeChips
        chips={[
          [null, 'All', rows.length],
          ...outcomes.map((outcome) => [outcome, outcomeLabels[outcome], of(outcome).length] as const),
        ]}
        choice={filter}
        onChoose={setFilter}
      />
      <DataTable label="Rows of the file" rows={visibleRows.slice(0, shownAtOnce)} columns={columns} />
      {visibleRows.length > shownAtOnce && (
        <SoftText>
          The first {shownAtOnce} of {pluralize(visibleRows.length, 'row')}.
        </SoftText>
      )}
      {!progress && (
        <Text role="status">
          {ready === 0
            ? 'No row can be sent: correct the file and try again.'
            : `${pluralize(ready, 'partner')} will get an invitation by e-mail. ` +
              'Rows that are already there, repeated or to correct are left out.'}
        </Text>
      )}
      <Group justify="flex-end">
        {progress && !progress.isGoing && (ready > 0 || of('refused').length > 0) && (
          <Button variant="default" onClick={onDownload}>
            Download the rows left
          </Button>
        )}
        {!progress && (
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
        )}
        {progress?.isGoing && (
          <Button variant="default" onClick={onStop}>
            Stop
          </Button>
        )}
        {!progress?.isGoing && ready > 0 && (
          <Button onClick={onSend}>{progress ? 'Go on' : `Invite ${pluralize(ready, 'partner')}`}</Button>
        )}
        {progress && !progress.isGoing && <Button onClick={onClose}>Close</Button>}
      </Group>
    </Stack>
  )
}
