import { Table, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useContext, useRef } from 'react'
import { m } from '#platform/messages/messages.ts'
import { CardSort } from './card-sort.tsx'
import { type Column, type Identified, widthOf } from './column.ts'
import { cellClass, DataRow } from './data-row.tsx'
import { useDroppedColumns } from './fitted-columns.ts'
import { useOpenedRows } from './opened-rows.ts'
import { type RowSelection, SelectAll } from './row-selection.tsx'
import { SortHeader, type Sorting } from './sort-header.tsx'
import { SortStandsAbove } from './sort-stands-above.ts'

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
 * A table declared by its columns. Where they do not fit, those of the lowest priority go into the rows; on phones each row is
 * a card with the column labels beside the values (table-cards.css). The explicit ARIA roles are needed there: `display: flex`
 * drops the implicit ones.
 */
export function DataTable<Row extends Identified>(props: DataTableProps<Row>) {
  const { label, columns, rows, sorting, totals, busy = false } = props
  // Without a row to select, a column of empty boxes would only take room.
  const selection = rows.some((row) => props.selection?.select.isSelectable(row)) ? props.selection : undefined
  const frame = useRef<HTMLElement>(null)
  const sortStandsAbove = useContext(SortStandsAbove)
  const dropped = useDroppedColumns(frame, columns, rows)
  useOpenedRows(frame)
  return (
    <section ref={frame} className="surface data-table" aria-label={label} aria-busy={busy}>
      {sorting && !sortStandsAbove && <CardSort columns={columns} sorting={sorting} />}
      <Table className="table" role="table" verticalSpacing={0} horizontalSpacing="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection && (
              <Table.Th scope="col" aria-label={m.choose()} data-part="choice">
                <SelectAll rows={rows} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) =>
              column.sort && sorting ? (
                <SortHeader key={column.key} column={column} sort={column.sort} sorting={sorting} />
              ) : (
                <Table.Th key={column.key} className={column.align} scope="col" lang={column.lang} style={widthOf(column)}>
                  {column.labelHidden ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
                </Table.Th>
              ),
            )}
            {dropped.length > 0 && (
              <Table.Th scope="col" data-part="more">
                <VisuallyHidden>{m.more()}</VisuallyHidden>
              </Table.Th>
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
              dropped={dropped}
            />
          ))}
        </Table.Tbody>
        {totals && <Totals columns={columns} totals={totals} leading={selection ? 1 : 0} hasMore={dropped.length > 0} />}
      </Table>
    </section>
  )
}

interface TotalsProps<Row extends Identified> {
  readonly columns: readonly Column<Row>[]
  readonly totals: NonNullable<DataTableProps<Row>['totals']>
  /** Columns before the declared ones. */
  readonly leading: number
  /** Whether rows end with the button that shows more of them. */
  readonly hasMore: boolean
}

function Totals<Row extends Identified>({ columns, totals: { label, values }, leading, hasMore }: TotalsProps<Row>) {
  // A column with a value may be one that is not chosen.
  const firstValue = columns.findIndex(({ key }) => key in values)
  const first = firstValue === -1 ? columns.length : Math.max(firstValue, 1)
  return (
    <Table.Tfoot role="rowgroup">
      <Table.Tr role="row">
        <Table.Th colSpan={leading + first} data-span={leading + first} scope="row">
          {label}
        </Table.Th>
        {columns.slice(first).map((column, index) => (
          <Table.Td
            key={column.key}
            data-label={column.label}
            data-column={leading + first + index + 1}
            className={cellClass(column)}
          >
            {values[column.key]}
          </Table.Td>
        ))}
        {hasMore && <Table.Td />}
      </Table.Tr>
    </Table.Tfoot>
  )
}
