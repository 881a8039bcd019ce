import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.ts'
import type { Column } from './column.ts'

export interface Sorting<Order extends string = string> {
  /** A sort key, with '-' before it when descending: 'amount', '-amount'. */
  readonly by: Order
  readonly onSort: (by: string) => void
}

export function descendingFirst({ align, descendingFirst: first }: Pick<Column<never>, 'align' | 'descendingFirst'>): boolean {
  return first ?? align === 'end'
}

interface SortHeaderProps {
  readonly column: Pick<Column<never>, 'label' | 'lang' | 'align' | 'descendingFirst'>
  readonly sort: string
  readonly sorting: Sorting
}

/** Header of a sortable column: each click reverses its order. */
export function SortHeader({ column, sort, sorting }: SortHeaderProps) {
  const ascending = sorting.by === sort
  const descending = sorting.by === `-${sort}`
  const Arrow = ascending ? IconArrowUp : descending ? IconArrowDown : IconArrowsSort
  const next = ascending || (!descending && descendingFirst(column)) ? `-${sort}` : sort
  return (
    <Table.Th
      className={column.align}
      scope="col"
      lang={column.lang}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : 'none'}
    >
      <UnstyledButton className="sort" onClick={() => sorting.onSort(next)}>
        {column.label}
        <Arrow size={13} aria-hidden="true" opacity={ascending || descending ? 1 : 0.35} />
      </UnstyledButton>
    </Table.Th>
  )
}
