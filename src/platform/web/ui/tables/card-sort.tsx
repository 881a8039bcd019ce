import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '../icons.ts'
import type { Column } from './column.ts'
import { descendingFirst, type Sorting } from './sort-header.tsx'

interface CardSortProps {
  readonly columns: readonly Pick<Column<never>, 'label' | 'align' | 'sort' | 'descendingFirst'>[]
  readonly sorting: Sorting
}

/** Sorts the card layout, which has no column headers: a choice of column, and the direction. */
export function CardSort({ columns, sorting }: CardSortProps) {
  const isDescending = sorting.by.startsWith('-')
  const by = isDescending ? sorting.by.slice(1) : sorting.by
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const choose = (sort: string) => {
    const column = columns.find((each) => each.sort === sort)
    sorting.onSort(column && descendingFirst(column) ? `-${sort}` : sort)
  }
  return (
    <div className="table-sort">
      <NativeSelect
        aria-label="Sort by"
        data={columns.flatMap(({ sort, label }) => (sort ? [{ value: sort, label: `Sort by: ${label}` }] : []))}
        value={by}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isDescending ? 'Sort ascending' : 'Sort descending'}
        onClick={() => sorting.onSort(isDescending ? by : `-${by}`)}
      >
        <Arrow size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
