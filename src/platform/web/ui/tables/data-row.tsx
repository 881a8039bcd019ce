import { memo, type ReactElement, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { IconChevronDown } from '../icons.ts'
import type { Column, Identified } from './column.ts'
import { RowButton } from './row-button.tsx'
import { SelectBox, type SelectRow } from './row-selection.tsx'

export function cellClass({ align, figure }: Pick<Column<unknown>, 'align' | 'figure'>): string | undefined {
  return [align, figure && 'figure'].filter(Boolean).join(' ') || undefined
}

interface DataRowProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly select: SelectRow<Row> | undefined
  readonly isSelected: boolean
  /** Columns for which there is no room: the row shows them on demand. */
  readonly dropped: readonly Column<Row>[]
}

function PlainRow<Row extends Identified>({ row, columns, select, isSelected, dropped }: DataRowProps<Row>): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const hasMore = dropped.length > 0
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: the card layout drops the implicit role */}
      <tr role="row" data-chosen={isSelected || undefined}>
        {select && (
          // biome-ignore lint/a11y/noRedundantRoles: the card layout drops the implicit role
          <td role="cell" data-part="choice">
            <SelectBox row={row} select={select} isSelected={isSelected} />
          </td>
        )}
        {columns.map((column) => (
          // biome-ignore lint/a11y/noRedundantRoles: the card layout drops the implicit role
          <td key={column.key} role="cell" className={cellClass(column)} data-label={column.label} data-part={column.card}>
            <div className="cell">{column.cell(row)}</div>
          </td>
        ))}
        {hasMore && (
          <td data-part="more">
            <RowButton
              look="mark"
              aria-expanded={isOpen}
              aria-label={isOpen ? m.showLessOfRow() : m.showMoreOfRow({ dropped: labelsOf(dropped) })}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronDown size={16} aria-hidden="true" />
            </RowButton>
          </td>
        )}
      </tr>
      {hasMore && isOpen && (
        <tr className="row-details">
          <td colSpan={columns.length + 2}>
            <dl>
              {dropped.map((column) => (
                <div key={column.key}>
                  <dt lang={column.lang}>{column.label}</dt>
                  <dd className={cellClass(column)}>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  )
}

export const labelsOf = (columns: readonly Pick<Column<never>, 'label'>[]) => columns.map(({ label }) => label).join(', ')

/**
 * Memoized: selecting a row, or an answer that changes one, renders that row only. Plain elements, as tables have hundreds
 * of cells.
 */
export const DataRow = memo(PlainRow) as typeof PlainRow
