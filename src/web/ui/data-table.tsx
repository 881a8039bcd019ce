import { ActionIcon, Button, Center, NativeSelect, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { keepTableInside } from './fit-table.ts'

interface Column {
  readonly label: string
  /** Figures and actions stand at the end of their column. */
  readonly end?: boolean
  /** What the list can be sorted by, in the words of its address. */
  readonly sort?: string
  /** Dates: the first click brings the newest. Figures, which stand at the end, begin with the largest; names with A. */
  readonly falls?: boolean
  /** In place of the label, which then names the column for screen readers. */
  readonly content?: ReactNode
  /** What its cells are where each row is a card: the heading, or the buttons. */
  readonly part?: 'title' | 'actions'
}
type Head = string | Column

interface Sorting {
  /** Such as 'amount', or '-amount' from the last to the first. */
  readonly by: string
  readonly onSort: (by: string) => void
}

interface DataTableProps {
  readonly head: readonly Head[]
  readonly label: string
  readonly children: ReactNode
  readonly foot?: ReactNode
  readonly sorting?: Sorting
  /** An answer to a new search is on its way: what is shown is the one before. */
  readonly busy?: boolean
}

/**
 * A table; where its columns do not fit, each row becomes a card: its first column as the heading, the others named by theirs.
 */
export function DataTable({ head, label, children, foot, sorting, busy = false }: DataTableProps) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (frame.current) nameCells(frame.current, head)
  })
  useLayoutEffect(() => (frame.current ? keepTableInside(frame.current) : undefined), [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={frame} className="surface scroll-x data-table" tabIndex={0} aria-label={label} aria-busy={busy}>
      {sorting && <CardSort head={head} sorting={sorting} />}
      <Table className="table" verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {head.map((each) => (
              <HeadCell key={typeof each === 'string' ? each : each.label} head={each} sorting={sorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
        {foot && <Table.Tfoot>{foot}</Table.Tfoot>}
      </Table>
    </section>
  )
}

const roles = { TABLE: 'table', THEAD: 'rowgroup', TBODY: 'rowgroup', TFOOT: 'rowgroup', TR: 'row' } as const

/** What a column's cells are in a card. Without a word of the page's, the first column with a name is the heading. */
function partsOf(head: readonly Head[]): readonly (Column['part'] | 'choice')[] {
  const columns = head.map((each): Column => (typeof each === 'string' ? { label: each } : each))
  const titled = columns.some((each) => each.part === 'title')
  const first = columns.findIndex((each) => !each.content)
  return columns.map(({ part, label, content }, index) => {
    if (part) return part
    if (label === 'Actions') return 'actions'
    if (index === first && !titled) return 'title'
    return content ? 'choice' : undefined
  })
}

/**
 * Gives each cell its column's name and part, which the style of cards shows, and the elements the roles that they lose
 * with their display there. Once each: rows that stay keep theirs.
 */
function nameCells(frame: HTMLElement, head: readonly Head[]): void {
  const labels = head.map((each) => (typeof each === 'string' ? each : each.content ? '' : each.label))
  const parts = partsOf(head)
  for (const [tag, role] of Object.entries(roles))
    for (const each of frame.querySelectorAll(`${tag}:not([role])`)) each.setAttribute('role', role)
  for (const cell of frame.querySelectorAll<HTMLTableCellElement>('tbody td:not([role])')) {
    cell.setAttribute('role', 'cell')
    cell.dataset.label = labels[cell.cellIndex] ?? ''
    const part = parts[cell.cellIndex]
    if (part) cell.dataset.part = part
  }
  for (const row of frame.querySelectorAll<HTMLTableRowElement>('tfoot tr')) {
    let column = 0
    for (const cell of row.cells) {
      cell.dataset.label = labels[column] ?? ''
      column += cell.colSpan
    }
  }
}

/** Among cards, where the columns' heads are gone: the same sorting by a choice and a direction. */
function CardSort({ head, sorting }: { head: readonly Head[]; sorting: Sorting }) {
  const falling = sorting.by.startsWith('-')
  const by = falling ? sorting.by.slice(1) : sorting.by
  const options = head.flatMap((each) =>
    typeof each !== 'string' && each.sort
      ? [{ value: each.sort, label: `Sort by: ${each.label}`, falls: each.falls ?? each.end ?? false }]
      : [],
  )
  const Mark = falling ? IconArrowDown : IconArrowUp
  return (
    <div className="table-sort">
      <NativeSelect
        aria-label="Sort by"
        data={options.map(({ value, label }) => ({ value, label }))}
        value={by}
        onChange={({ currentTarget: { value } }) =>
          sorting.onSort(options.find((each) => each.value === value)?.falls ? `-${value}` : value)
        }
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={falling ? 'Sort ascending' : 'Sort descending'}
        onClick={() => sorting.onSort(falling ? by : `-${by}`)}
      >
        <Mark size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

function HeadCell({ head, sorting }: { head: Head; sorting: Sorting | undefined }) {
  const { label, end = false, sort, falls = end, content }: Column = typeof head === 'string' ? { label: head } : head
  const className = end ? 'end' : ''
  if (!sort || !sorting) {
    return (
      <Table.Th className={className} scope="col" {...(content ? { 'aria-label': label } : {})}>
        {content ?? label}
      </Table.Th>
    )
  }
  const rising = sorting.by === sort
  const falling = sorting.by === `-${sort}`
  const Mark = rising ? IconArrowUp : falling ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th className={className} scope="col" aria-sort={rising ? 'ascending' : falling ? 'descending' : 'none'}>
      <UnstyledButton className="sort" onClick={() => sorting.onSort(rising || (!falling && falls) ? `-${sort}` : sort)}>
        {label}
        <Mark size={13} aria-hidden="true" opacity={rising || falling ? 1 : 0.35} />
      </UnstyledButton>
    </Table.Th>
  )
}

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Reads the next page of a list. */
export function MoreButton({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null
  return (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </Center>
  )
}
