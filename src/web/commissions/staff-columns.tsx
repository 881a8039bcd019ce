import type { Commission } from '#api/commissions.ts'
import { formatEurosExact } from '#domain/money.ts'
import { nameOf } from '#domain/partners.ts'
import type { Column } from '../ui/column.ts'
import { shortDate } from '../ui/dates.ts'
import type { SelectionRules } from '../ui/row-selection.tsx'
import { amountColumn, paidDateColumn, statusColumn } from './commission-columns.tsx'
import type { CommissionDialog } from './commission-row-actions.tsx'
import { CommissionRowActions } from './commission-row-actions.tsx'
import { SourceCell } from './commission-status.tsx'

/** Columns of the staff's table. */
export const staffColumns = (onAsk: (dialog: CommissionDialog, row: Commission) => void): readonly Column<Commission>[] => [
  {
    key: 'date',
    label: 'Date',
    sort: 'date',
    descendingFirst: true,
    figure: true,
    cell: ({ createdAt }) => shortDate(createdAt),
  },
  {
    key: 'partner',
    label: 'Partner',
    sort: 'partner',
    card: 'title',
    cell: ({ partner }) => (
      <span className="clamp" title={nameOf(partner)}>
        {nameOf(partner)}
      </span>
    ),
  },
  { key: 'lead', label: 'Lead', sort: 'lead', cell: (row) => <SourceCell commission={row} /> },
  amountColumn,
  statusColumn,
  paidDateColumn,
  {
    key: 'actions',
    label: 'Actions',
    align: 'end',
    card: 'actions',
    cell: (row) => <CommissionRowActions row={row} onAsk={onAsk} />,
  },
]

export const staffSelection: SelectionRules<Commission> = {
  isSelectable: ({ can }) => can.validate || can.pay,
  rowLabel: (row) => `Choose ${row.lead?.name ?? row.description}, ${formatEurosExact(row.amountCents)}`,
  allLabel: 'Choose all that are shown',
}
