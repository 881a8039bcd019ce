import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import type { Commission } from '#api/commissions.ts'
import { formatEurosExact } from '#domain/money.ts'
import { nameOf } from '#domain/partners.ts'
import { shortDate } from '../ui/dates.ts'
import type { CommissionDialog } from './commission-row-actions.tsx'
import { CommissionRowActions } from './commission-row-actions.tsx'
import { AmountCell, CommissionStatusCell, SourceCell } from './commission-status.tsx'

interface CommissionRowProps {
  readonly row: Commission
  readonly isChosen: boolean
  readonly onChoose: (ids: readonly string[], on: boolean) => void
  readonly onAsk: (dialog: CommissionDialog, row: Commission) => void
}

/** A row of the staff's table. Memoised, so that selecting renders only that row. */
export const CommissionRow = memo(function CommissionRow({ row, isChosen, onChoose, onAsk }: CommissionRowProps) {
  return (
    <tr>
      <td>
        {(row.can.validate || row.can.pay) && (
          <Checkbox
            aria-label={`Choose ${row.lead?.name ?? row.description}, ${formatEurosExact(row.amountCents)}`}
            checked={isChosen}
            onChange={(event) => onChoose([row.id], event.currentTarget.checked)}
          />
        )}
      </td>
      <td className="figure">{shortDate(row.createdAt)}</td>
      <td>
        <span className="clamp" title={nameOf(row.partner)}>
          {nameOf(row.partner)}
        </span>
      </td>
      <td>
        <SourceCell commission={row} />
      </td>
      <td className="end">
        <AmountCell commission={row} />
      </td>
      <td>
        <CommissionStatusCell commission={row} />
      </td>
      <td className="figure">{row.paidAt ? shortDate(row.paidAt) : '—'}</td>
      <td>
        <CommissionRowActions row={row} onAsk={onAsk} />
      </td>
    </tr>
  )
})
