import { Button } from '@mantine/core'
import { clientLine } from '#leads/domain/client-names.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { amountColumn, paidDateColumn, statusColumn } from './commission-columns.tsx'
import { receiptText } from './commission-status.tsx'

/** Columns of a partner's own table. */
export const ownColumns = (onWhy: (row: Commission) => void): readonly Column<Commission>[] => [
  {
    key: 'date',
    label: m.date(),
    sort: 'date',
    descendingFirst: true,
    card: 'title',
    cell: (row) => {
      const origin = row.lead ? clientLine(row.lead) : row.description
      const receipt = receiptText(row)
      const source = row.kind === 'clawback' ? m.takenBackForOrigin({ description: row.description, origin }) : origin
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
    label: m.revenue(),
    lang: m.revenue.lang,
    sort: 'revenue',
    align: 'end',
    priority: 1,
    figure: true,
    cell: ({ revenueCents }) => formatEurosExact(revenueCents),
  },
  {
    key: 'rate',
    label: m.rate(),
    lang: m.rate.lang,
    sort: 'rate',
    align: 'end',
    priority: 1,
    figure: true,
    cell: ({ commissionRate, rule }) => (rule?.arithmetic && commissionRate === 0 ? '—' : percentText(commissionRate)),
  },
  amountColumn,
  statusColumn,
  paidDateColumn,
  {
    key: 'why',
    label: m.explanation(),
    labelHidden: true,
    align: 'end',
    card: 'actions',
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="subtle"
        data-opens
        onClick={() => onWhy(row)}
        aria-label={m.whyFor({ amount: formatEurosExact(row.amountCents), name: row.lead?.name ?? row.description })}
      >
        {m.why()}
      </Button>
    ),
  },
]
