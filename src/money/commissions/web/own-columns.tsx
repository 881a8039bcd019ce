import { Button } from '@mantine/core'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Commission } from '../api/commissions.ts'
import { amountColumn, paidDateColumn, statusColumn } from './commission-columns.tsx'
import { receiptText } from './commission-status.tsx'

/** Columns of a partner's own table. */
export const ownColumns = (onWhy: (row: Commission) => void): readonly Column<Commission>[] => [
  {
    key: 'date',
    label: 'Date',
    sort: 'date',
    descendingFirst: true,
    card: 'title',
    cell: (row) => {
      const origin = row.lead ? `${row.lead.name} — ${row.lead.company}` : row.description
      const receipt = receiptText(row)
      const source = row.kind === 'clawback' ? `Taken back: ${row.description} (${origin})` : origin
      return (
        <>
          <span className="figure">{shortDate(row.createdAt)}</span>
          <p className="cell-note clamp" title={source}>
            {source}
          </p>
          {receipt && <p className="cell-note figure">{receipt}</p>}
        </>
      )
    },
  },
  {
    key: 'revenue',
    label: 'Revenue',
    sort: 'revenue',
    align: 'end',
    priority: 2,
    figure: true,
    cell: ({ revenueCents }) => formatEurosExact(revenueCents),
  },
  {
    key: 'rate',
    label: 'Rate',
    sort: 'rate',
    align: 'end',
    priority: 1,
    figure: true,
    cell: ({ commissionRate }) => percentText(commissionRate),
  },
  amountColumn,
  statusColumn,
  paidDateColumn,
  {
    key: 'why',
    label: 'Explanation',
    labelHidden: true,
    align: 'end',
    card: 'actions',
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="subtle"
        data-opens
        onClick={() => onWhy(row)}
        aria-label={`Why ${formatEurosExact(row.amountCents)} for ${row.lead?.name ?? row.description}`}
      >
        Why?
      </Button>
    ),
  },
]
