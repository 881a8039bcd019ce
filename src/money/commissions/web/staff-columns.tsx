import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { isUndecided } from '#money/disputes/domain.ts'
import { isLate } from '#platform/domain/deadlines.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { SelectionRules } from '#platform/web/ui/tables/row-selection.tsx'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { amountColumn, paidDateColumn, statusColumn } from './commission-columns.tsx'
import { type CommissionDialog, CommissionRowActions } from './commission-row-actions.tsx'
import { SourceCell } from './commission-status.tsx'

/** The date on which a validated commission is due, marked if it has passed. */
const dueColumn: Column<Commission> = {
  key: 'due',
  label: m.due(),
  priority: 2,
  sort: 'due',
  figure: true,
  cell: ({ status, payableBy, heldReason, disputeState }) => {
    if (status !== 'valide' || payableBy === null) return '—'
    const waits = heldReason === null && (disputeState === null || !isUndecided(disputeState))
    if (!waits || !isLate(new Date(payableBy), new Date())) return shortDate(payableBy)
    return (
      <>
        {shortDate(payableBy)} <StatusBadge tone="danger">{m.overdue()}</StatusBadge>
      </>
    )
  },
}

/** Columns of the staff's table. `unpaid`: only what is not paid yet is listed, and its days take the place of the paid ones. */
export const staffColumns = (
  onAsk: (dialog: CommissionDialog, row: Commission) => void,
  unpaid: boolean,
): readonly Column<Commission>[] => [
  {
    key: 'date',
    label: m.date(),
    sort: 'date',
    descendingFirst: true,
    figure: true,
    cell: ({ createdAt }) => shortDate(createdAt),
  },
  {
    key: 'partner',
    label: m.partner(),
    sort: 'partner',
    card: 'title',
    cell: ({ partner }) => <PartnerLink partner={partner} />,
  },
  { key: 'lead', label: m.lead(), sort: 'lead', kept: true, cell: (row) => <SourceCell commission={row} /> },
  amountColumn,
  statusColumn,
  unpaid ? dueColumn : paidDateColumn,
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (row) => <CommissionRowActions row={row} onAsk={onAsk} />,
  },
]

export const staffSelection: SelectionRules<Commission> = {
  isSelectable: ({ can }) => can.validate || can.pay,
  rowLabel: (row) => m.chooseRow({ name: row.lead?.name ?? row.description, amount: formatEurosExact(row.amountCents) }),
  allLabel: m.chooseAllShown(),
}
