import { Table, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { CardSort } from './card-sort.tsx'
import { type Column, type Identified, priorityOf } from './column.ts'
import { cellClass, DataRow } from './data-row.tsx'
import { type FittedTable, fitTable } from './fit-table.ts'
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
 * A table declared by its columns. Where they do not fit, those of the lowest priority go into the rows; on phones, and where not
 * even those fit that are kept, each row is a card with the column labels beside the values (table-cards.css). The explicit ARIA
 * roles are needed there: `display: flex` drops the implicit ones.
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
      <Table className="table" role="table" verticalSpacing={0} horizontalSpacing={10}>
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
                <Table.Th key={column.key} className={column.align} scope="col" lang={column.lang}>
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

/** What a press is for already: it does not open the row around it. */
const ownPress = 'a, button, input, label, select, textarea, summary, [role=menu], [role=dialog], .row-details'

/**
 * Lets a press anywhere on a row, or on a card, do what its marked control does (`data-opens`), which is how keyboards and screen
 * readers open it. Text that is being selected is no press.
 */
function useOpenedRows(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    const open = ({ target, button }: MouseEvent) => {
      if (button !== 0 || !(target instanceof Element) || target.closest(ownPress)) return
      if ((getSelection()?.toString() ?? '') !== '') return
      target.closest('tr')?.querySelector<HTMLElement>('[data-opens]')?.click()
    }
    element?.addEventListener('click', open)
    return () => element?.removeEventListener('click', open)
  }, [frame])
}

/** The columns of a table for which its frame has no room; it follows the frame, the rows and the columns. */
function useDroppedColumns<Row extends Identified>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly Column<Row>[] {
  const [dropped, setDropped] = useState<readonly number[]>([])
  const fitted = useRef<FittedTable | null>(null)
  const displayed = useRef({ rows, columns })
  const priorities = useRef<readonly (number | null)[]>([])
  useLayoutEffect(() => {
    priorities.current = columns.map((column) => priorityOf(column))
  })
  useLayoutEffect(() => {
    if (frame.current) {
      fitted.current = fitTable(frame.current, { priorities: () => priorities.current, onDropped: setDropped })
    }
    return () => fitted.current?.stop()
  }, [frame])
  // The list makes a new array at each render; its rows keep their identity.
  useLayoutEffect(() => {
    const before = displayed.current
    displayed.current = { rows, columns }
    const isSame =
      before.columns === columns && before.rows.length === rows.length && rows.every((row, at) => row === before.rows[at])
    if (!isSame) fitted.current?.measureAgain()
  })
  return useMemo(() => dropped.toSorted((one, other) => one - other).flatMap((index) => columns[index] ?? []), [dropped, columns])
}
