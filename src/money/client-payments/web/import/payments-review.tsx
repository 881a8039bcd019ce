import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { CheckedClientPayment } from '../../api/client-payment-import.ts'

type Outcome = CheckedClientPayment['outcome']
interface Row extends CheckedClientPayment {
  readonly id: string
  /** Its number in the file. */
  readonly number: number
}

const labels: Readonly<Record<Outcome, string>> = {
  ready: 'Ready',
  recorded: 'Recorded',
  repeated: 'Already recorded',
  refused: 'To correct',
}
const tones: Readonly<Record<Outcome, BadgeTone>> = {
  ready: 'received',
  recorded: 'received',
  repeated: 'known',
  refused: 'danger',
}

const columns: readonly Column<Row>[] = [
  { key: 'number', label: 'Row', figure: true, cell: ({ number }) => number },
  { key: 'outcome', label: 'State', cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{labels[outcome]}</StatusBadge> },
  {
    key: 'lead',
    label: 'Lead',
    card: 'title',
    cell: ({ read, messages }) => (
      <>
        {read && `${read.lead} (${read.partner})`}
        {read && read.aboveCents > 0 && (
          <p className="cell-note">{formatEurosExact(read.aboveCents)} more than is expected of this client</p>
        )}
        {messages.map(({ message }) => (
          <p key={message} className="cell-note">
            {message}
          </p>
        ))}
      </>
    ),
  },
  { key: 'received', label: 'Received', figure: true, cell: ({ read }) => (read ? dayText(read.receivedOn) : '—') },
  {
    key: 'amount',
    label: 'Net amount',
    align: 'end',
    figure: true,
    cell: ({ read }) => (read ? formatEurosExact(read.netCents) : '—'),
  },
  {
    key: 'commission',
    label: 'Commission',
    align: 'end',
    figure: true,
    cell: ({ read }) => (read ? formatEurosExact(read.commissionCents) : '—'),
  },
]

interface PaymentsReviewProps {
  readonly file: ImportFile
  readonly checked: readonly CheckedClientPayment[]
  readonly onBack: () => void
  /**
   * `all`: none unless every row is still valid. `seenAboveCents`: the commissions of rows above the expected sum, if they are to
   * be recorded.
   */
  readonly onRecord: (options: { all: boolean; seenAboveCents: number }) => Promise<void>
}

/** Result of the dry run: what each row would do, and why some cannot be recorded. */
export function PaymentsReview({ file, checked, onBack, onRecord }: PaymentsReviewProps) {
  const [filter, setFilter] = useState<Outcome | null>(null)
  const [withAbove, setWithAbove] = useState(false)
  const rows = checked.map((row): Row => ({ ...row, id: String(row.index), number: file.rows[row.index]?.number ?? 0 }))
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome)
  const [valid, repeated, refused] = [of('ready'), of('repeated'), of('refused')]
  const above = valid.filter(({ read }) => read && read.aboveCents > 0)
  const ready = withAbove ? valid : valid.filter((row) => !above.includes(row))
  const isWhole = refused.length === 0 && ready.length === valid.length
  const sum = (value: (read: NonNullable<Row['read']>) => number, summed = ready) =>
    summed.reduce((total, { read }) => total + (read ? value(read) : 0), 0)
  const chips: readonly (readonly [Outcome | null, string, number])[] = [
    [null, 'All', rows.length],
    ['ready', labels.ready, valid.length],
    ['refused', labels.refused, refused.length],
    ['repeated', labels.repeated, repeated.length],
  ]
  const plural = ready.length === 1 ? 'row' : 'rows'
  const rowsText = `${ready.length} ${plural}`
  const validText = ready.length === 1 ? 'valid row' : `${ready.length} valid rows`
  const aboveCents = sum(({ commissionCents }) => commissionCents, above)
  const { busy, run: record } = useAction(() => onRecord({ all: isWhole, seenAboveCents: withAbove ? aboveCents : 0 }))
  return (
    <Stack>
      <OutcomeChips chips={chips} choice={filter} onChoose={setFilter} />
      <DataTable label="Rows of the file" rows={filter ? of(filter) : rows} columns={columns} />
      <Text role="status">
        {ready.length === 0
          ? 'No row can be recorded.'
          : `${formatEurosExact(sum(({ netCents }) => netCents))} of payments bring ` +
            `${formatEurosExact(sum(({ commissionCents }) => commissionCents))} of commissions, validated at once.`}
        {refused.length > 0 &&
          ready.length > 0 &&
          ' Rows to correct are left out; correct the file to record all of it together.'}
      </Text>
      {above.length > 0 && (
        <Checkbox
          checked={withAbove}
          onChange={({ currentTarget }) => setWithAbove(currentTarget.checked)}
          label={
            `Record also what is more than expected: ${above.length === 1 ? '1 payment' : `${above.length} payments`}, ` +
            `${formatEurosExact(aboveCents)} of commissions ` +
            `for ${[...new Set(above.map(({ read }) => read?.partner))].join(', ')}`
          }
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={ready.length === 0} loading={busy} onClick={record}>
          {`Record ${isWhole ? rowsText : `the ${validText}`}`}
        </Button>
      </Group>
    </Stack>
  )
}
