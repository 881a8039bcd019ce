import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { CheckedClientPayment } from '../../api/client-payment-import.ts'
import { m } from '../../messages/messages.ts'

type Outcome = CheckedClientPayment['outcome']
interface Row extends CheckedClientPayment {
  readonly id: string
  /** Its number in the file. */
  readonly number: number
}

const labels: Readonly<Record<Outcome, string>> = {
  ready: m.readyOutcome(),
  recorded: m.recorded(),
  repeated: m.alreadyRecorded(),
  refused: m.toCorrect(),
}
const tones: Readonly<Record<Outcome, BadgeTone>> = {
  ready: 'received',
  recorded: 'received',
  repeated: 'known',
  refused: 'danger',
}

const columns: readonly Column<Row>[] = [
  { key: 'number', label: m.row(), figure: true, cell: ({ number }) => number },
  { key: 'outcome', label: m.state(), cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{labels[outcome]}</StatusBadge> },
  {
    key: 'lead',
    label: m.lead(),
    card: 'title',
    cell: ({ read, messages }) => (
      <>
        {read && `${read.lead} (${read.partner})`}
        {read && read.aboveCents > 0 && (
          <p className="cell-note">{m.aboveExpectedNote({ amount: formatEurosExact(read.aboveCents) })}</p>
        )}
        {messages.map(({ message }) => (
          <p key={message} className="cell-note cell-prose">
            {typeset(message)}
          </p>
        ))}
      </>
    ),
  },
  { key: 'received', label: m.received(), figure: true, cell: ({ read }) => (read ? dayText(read.receivedOn) : '—') },
  {
    key: 'amount',
    label: m.netAmount(),
    align: 'end',
    figure: true,
    cell: ({ read }) => (read ? formatEurosExact(read.netCents) : '—'),
  },
  {
    key: 'commission',
    label: m.commission(),
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
   * `all`: none unless every row is still valid. `seenAboveCents`: the commissions of rows above the expected sum, or of a day
   * before the signature, if they are to be recorded.
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
  const above = valid.filter(({ read }) => read?.toConfirm)
  const ready = withAbove ? valid : valid.filter((row) => !above.includes(row))
  const isWhole = refused.length === 0 && ready.length === valid.length
  const sum = (value: (read: NonNullable<Row['read']>) => number, summed = ready) =>
    summed.reduce((total, { read }) => total + (read ? value(read) : 0), 0)
  const chips: readonly (readonly [Outcome | null, string, number])[] = [
    [null, m.all(), rows.length],
    ['ready', labels.ready, valid.length],
    ['refused', labels.refused, refused.length],
    ['repeated', labels.repeated, repeated.length],
  ]
  const count = ready.length
  const aboveCents = sum(({ commissionCents }) => commissionCents, above)
  const { busy, run: record } = useAction(() => onRecord({ all: isWhole, seenAboveCents: withAbove ? aboveCents : 0 }))
  return (
    <Stack>
      <OutcomeChips chips={chips} choice={filter} onChoose={setFilter} />
      <DataTable label={m.rowsOfFile()} rows={filter ? of(filter) : rows} columns={columns} />
      <Text role="status">
        {ready.length === 0
          ? m.noRowToRecord()
          : m.paymentsBring({
              payments: formatEurosExact(sum(({ netCents }) => netCents)),
              commissions: formatEurosExact(sum(({ commissionCents }) => commissionCents)),
            })}
        {refused.length > 0 && ready.length > 0 && ` ${m.rowsToCorrect()}`}
      </Text>
      {above.length > 0 && (
        <Checkbox
          checked={withAbove}
          onChange={({ currentTarget }) => setWithAbove(currentTarget.checked)}
          label={m.recordAbove({
            count: above.length,
            commissions: formatEurosExact(aboveCents),
            partners: [...new Set(above.map(({ read }) => read?.partner))].join(', '),
          })}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {m.back()}
        </Button>
        <Button disabled={ready.length === 0} loading={busy} onClick={record}>
          {isWhole ? m.recordRows({ count }) : m.recordValidRows({ count })}
        </Button>
      </Group>
    </Stack>
  )
}
