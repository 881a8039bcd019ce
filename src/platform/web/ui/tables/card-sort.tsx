import { ActionIcon, NativeSelect } from '@mantine/core'
import { m } from '#platform/messages/messages.ts'
import { IconArrowDown, IconArrowUp } from '../icons.ts'
import type { Column } from './column.ts'
import { descendingFirst, type Sorting } from './sort-header.tsx'

export interface CardSortProps {
  readonly columns: readonly Pick<Column<never>, 'label' | 'align' | 'sort' | 'descendingFirst'>[]
  readonly sorting: Sorting
  /** Where it stands: above cards alone, unless a class says otherwise. */
  readonly className?: string
}

/** Sorts rows without column headers: a choice of column, and the direction. */
export function CardSort({ columns, sorting, className = 'table-sort' }: CardSortProps) {
  const isDescending = sorting.by.startsWith('-')
  const by = isDescending ? sorting.by.slice(1) : sorting.by
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const choose = (sort: string) => {
    const column = columns.find((each) => each.sort === sort)
    sorting.onSort(column && descendingFirst(column) ? `-${sort}` : sort)
  }
  return (
    <div className={className}>
      <NativeSelect
        aria-label={m.sortBy()}
        data={columns.flatMap(({ sort, label }) => (sort ? [{ value: sort, label: m.sortByColumn({ label }) }] : []))}
        value={by}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isDescending ? m.sortAscending() : m.sortDescending()}
        onClick={() => sorting.onSort(isDescending ? by : `-${by}`)}
      >
        <Arrow size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
