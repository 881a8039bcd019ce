import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CheckedClientPayment } from '#api/client-payment-import.ts'
import { formatEurosExact } from '#domain/money.ts'
import type { LeadFile } from '#web/leads/import/import-file.ts'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { dayText } from '#web/ui/dates.ts'
import { OutcomeChips } from '#web/ui/outcome-chips.tsx'
import type { BadgeTone } from '#web/ui/status-badge.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

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
  readonly file: LeadFile
  readonly checked: readonly CheckedClientPayment[]
  readonly onBack: () => void
  /** `all`: none unless every row is still valid. */
  readonly onRecord: (all: boolean) => Promise<void>
}

/** Result of the dry run: what each row would do, and why some cannot be recorded. */
export function PaymentsReview({ file, checked, onBack, onRecord }: PaymentsReviewProps) {
  const [filter, setFilter] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const rows = checked.map((row): Row => ({ ...row, id: String(row.index), number: file.rows[row.index]?.number ?? 0 }))
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome)
  const [ready, repeated, refused] = [of('ready'), of('repeated'), of('refused')]
  const sum = (value: (read: NonNullable<Row['read']>) => number) =>
    ready.reduce((total, { read }) => total + (read ? value(read) : 0), 0)
  const chips: readonly (readonly [Outcome | null, string, number])[] = [
    [null, 'All', rows.length],
    ['ready', labels.ready, ready.length],
    ['refused', labels.refused, refused.length],
    ['repeated', labels.repeated, repeated.length],
  ]
  const plural = ready.length === 1 ? 'row' : 'rows'
  const rowsText = `${ready.length} ${plural}`
  const valid = ready.length === 1 ? 'valid row' : `${ready.length} valid rows`
  const record = async () => {
    setBusy(true)
    await onRecord(refused.length === 0)
    setBusy(false)
  }
  return (
    <Stack>
      <OutcomeChips chips={chips} chosen={filter} onChoose={setFilter} />
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
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={ready.length === 0} loading={busy} onClick={() => void record()}>
          {`Record ${refused.length > 0 ? `the ${valid}` : rowsText}`}
        </Button>
      </Group>
    </Stack>
  )
}
