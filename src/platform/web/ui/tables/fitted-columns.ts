import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Column, type Identified, priorityOf } from './column.ts'
import { type FittedTable, fitTable } from './fit-table.ts'

/** The columns of a table for which its frame has no room; it follows the frame, the rows and the columns. */
export function useDroppedColumns<Row extends Identified>(
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
