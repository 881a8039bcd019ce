import { Table, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { CardSort } from './card-sort.tsx'
import type { Column, Identified } from './column.ts'
import { cellClass, DataRow } from './data-row.tsx'
import { type FittedTable, fitTable } from './fit-table.ts'
import { type RowSelection, SelectAll } from './row-selection.tsx'
import { SortHeader, type Sorting } from './sort-header.tsx'

export interface DataTableProps<Row extends Identified> {
  /** Accessible name. */
  readonly label: string
  /** Keep its identity between renders: rows render again when it changes. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly sorting?: Sorting
  readonly selection?: RowSelection<Row>
  /** Last row: its label spans the columns before the first value. Values by column key. */
  readonly totals?: { readonly label: ReactNode; readonly values: Readonly<Record<string, ReactNode>> } | undefined
  /** The rows answer the previous query; the next answer is loading. */
  readonly busy?: boolean
}

/**
 * A table declared by its columns. Where the columns do not fit, each row is a card with the column labels beside the values
 * (table-cards.css). The explicit ARIA roles are needed there: `display: flex` drops the implicit ones.
 */
export function DataTable<Row extends Identified>(props: DataTableProps<Row>) {
  const { label, columns, rows, sorting, totals, busy = false } = props
  // Without a row to select, a column of empty boxes would only take room.
  const selection = rows.some((row) => props.selection?.select.isSelectable(row)) ? props.selection : undefined
  const frame = useRef<HTMLElement>(null)
  const fitted = useRef<FittedTable | null>(null)
  useLayoutEffect(() => {
    if (frame.current) fitted.current = fitTable(frame.current)
    return () => fitted.current?.stop()
  }, [])
  const displayedRows = useRef(rows)
  // The list makes a new array at each render; its rows keep their identity.
  useLayoutEffect(() => {
    const before = displayedRows.current
    displayedRows.current = rows
    if (before.length !== rows.length || rows.some((row, index) => row !== before[index])) fitted.current?.measureAgain()
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section ref={frame} className="surface scroll-x data-table" tabIndex={0} aria-label={label} aria-busy={busy}>
      {sorting && <CardSort columns={columns} sorting={sorting} />}
      <Table className="table" role="table" verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection && (
              <Table.Th scope="col" aria-label="Choose">
                <SelectAll rows={rows} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) =>
              column.sort && sorting ? (
                <SortHeader key={column.key} column={column} sort={column.sort} sorting={sorting} />
              ) : (
                <Table.Th key={column.key} className={column.align} scope="col">
                  {column.labelHidden ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <DataRow
              key={row.id}
              row={row}
              columns={columns}
              select={selection?.select}
              isSelected={selection?.selected.has(row.id) ?? false}
            />
          ))}
        </Table.Tbody>
        {totals && <Totals columns={columns} totals={totals} leading={selection ? 1 : 0} />}
      </Table>
    </section>
  )
}

interface TotalsProps<Row extends Identified> {
  readonly columns: readonly Column<Row>[]
  readonly totals: NonNullable<DataTableProps<Row>['totals']>
  /** Columns before the declared ones. */
  readonly leading: number
}

function Totals<Row extends Identified>({ columns, totals: { label, values }, leading }: TotalsProps<Row>) {
  const first = columns.findIndex(({ key }) => key in values)
  return (
    <Table.Tfoot role="rowgroup">
      <Table.Tr role="row">
        <Table.Th colSpan={leading + first} scope="row">
          {label}
        </Table.Th>
        {columns.slice(first).map((column) => (
          <Table.Td key={column.key} data-label={column.label} className={cellClass(column)}>
            {values[column.key]}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  )
}
