import { shortDate } from '#platform/web/ui/dates.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Commission } from '../api/commissions.ts'
import { AmountCell, CommissionStatusCell } from './commission-status.tsx'

export const amountColumn: Column<Commission> = {
  key: 'amount',
  label: 'Amount',
  sort: 'amount',
  align: 'end',
  minWidth: 184,
  cell: (row) => <AmountCell commission={row} />,
}
export const statusColumn: Column<Commission> = {
  key: 'status',
  label: 'Status',
  sort: 'status',
  minWidth: 150,
  priority: 3,
  cell: (row) => <CommissionStatusCell commission={row} />,
}
export const paidDateColumn: Column<Commission> = {
  key: 'paid',
  label: 'Paid Date',
  sort: 'paid',
  descendingFirst: true,
  figure: true,
  cell: ({ paidAt }) => (paidAt ? shortDate(paidAt) : '—'),
}
