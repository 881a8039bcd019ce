import { memo, type ReactElement } from 'react'
import type { Column, Identified } from './column.ts'
import { SelectBox, type SelectRow } from './row-selection.tsx'

export function cellClass({ align, figure }: Pick<Column<unknown>, 'align' | 'figure'>): string | undefined {
  return [align, figure && 'figure'].filter(Boolean).join(' ') || undefined
}

interface DataRowProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly select: SelectRow<Row> | undefined
  readonly isSelected: boolean
}

function PlainRow<Row extends Identified>({ row, columns, select, isSelected }: DataRowProps<Row>): ReactElement {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the card layout drops the implicit role
    <tr role="row">
      {select && (
        // biome-ignore lint/a11y/noRedundantRoles: the card layout drops the implicit role
        <td role="cell" data-part="choice">
          <SelectBox row={row} select={select} isSelected={isSelected} />
        </td>
      )}
      {columns.map((column) => (
        // biome-ignore lint/a11y/noRedundantRoles: the card layout drops the implicit role
        <td key={column.key} role="cell" className={cellClass(column)} data-label={column.label} data-part={column.card}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/**
 * Memoized: selecting a row, or an answer that changes one, renders that row only. Plain elements, as tables have hundreds
 * of cells.
 */
export const DataRow = memo(PlainRow) as typeof PlainRow
