import { shortDate } from '#platform/web/ui/dates.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Commission } from '../api/commissions.ts'
import { commissionStatusLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { AmountCell, CommissionStatusCell } from './commission-status.tsx'

export const statusChip = { label: m.menuStatus(), all: m.allStatuses(), labels: commissionStatusLabels }

export const amountColumn: Column<Commission> = {
  key: 'amount',
  label: m.amount(),
  lang: m.amount.lang,
  sort: 'amount',
  align: 'end',
  cell: (row) => <AmountCell commission={row} />,
}
export const statusColumn: Column<Commission> = {
  key: 'status',
  label: m.menuStatus(),
  lang: m.menuStatus.lang,
  sort: 'status',
  kept: true,
  cell: (row) => <CommissionStatusCell commission={row} />,
}
export const paidDateColumn: Column<Commission> = {
  key: 'paid',
  label: m.paidDate(),
  lang: m.paidDate.lang,
  sort: 'paid',
  descendingFirst: true,
  figure: true,
  cell: ({ paidAt }) => (paidAt ? shortDate(paidAt) : '—'),
}
