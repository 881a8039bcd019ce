import { Checkbox } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { Identified } from './column.ts'

/** How rows of a list are selected; a constant of the list. */
export interface SelectionRules<Row> {
  readonly isSelectable: (row: Row) => boolean
  /** Accessible names of the checkboxes. */
  readonly rowLabel: (row: Row) => string
  readonly allLabel: string
}

export interface SelectRow<Row> extends SelectionRules<Row> {
  readonly set: (ids: readonly string[], on: boolean) => void
}

export interface RowSelection<Row> {
  readonly selected: ReadonlySet<string>
  /** Keeps its identity, so that selecting one row does not render the others. */
  readonly select: SelectRow<Row>
  readonly clear: () => void
  /** The selected rows that can still be selected, in the order of the list. */
  readonly of: (rows: readonly Row[]) => readonly Row[]
}

/** Selected rows of a list, by id: they stay selected while the list is sorted, filtered or extended. */
export function useRowSelection<Row extends Identified>(rules: SelectionRules<Row>): RowSelection<Row> {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const set = useCallback(
    (ids: readonly string[], on: boolean) =>
      setSelected((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)))),
    [],
  )
  const select = useMemo(() => ({ ...rules, set }), [rules, set])
  return {
    selected,
    select,
    clear: () => setSelected(new Set()),
    of: (rows) => rows.filter((row) => selected.has(row.id) && rules.isSelectable(row)),
  }
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[]
  readonly selection: RowSelection<Row>
}

export function SelectAll<Row extends Identified>({ rows, selection }: SelectAllProps<Row>) {
  const { isSelectable, allLabel, set } = selection.select
  const all = rows.filter(isSelectable)
  const count = selection.of(rows).length
  return (
    <Checkbox
      // Only cards show the label: in a table the mark heads its column.
      label={allLabel}
      checked={count > 0 && count === all.length}
      indeterminate={count > 0 && count < all.length}
      onChange={(event) =>
        set(
          all.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />
  )
}

interface SelectBoxProps<Row> {
  readonly row: Row
  readonly select: SelectRow<Row>
  readonly isSelected: boolean
}

export function SelectBox<Row extends Identified>({ row, select, isSelected }: SelectBoxProps<Row>) {
  if (!select.isSelectable(row)) return null
  return (
    <Checkbox
      aria-label={select.rowLabel(row)}
      checked={isSelected}
      onChange={(event) => select.set([row.id], event.currentTarget.checked)}
    />
  )
}
