import { Button, Center, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'

interface Column {
  readonly label: string
  /** Figures and actions stand at the end of their column. */
  readonly end?: boolean
  /** What the list can be sorted by, in the words of its address. */
  readonly sort?: string
  /** In place of the label, which then names the column for screen readers. */
  readonly content?: ReactNode
}
type Head = string | Column

interface Sorting {
  /** Such as 'amount', or '-amount' from the last to the first. */
  readonly by: string
  readonly onSort: (by: string) => void
}

interface TableFrameProps {
  readonly head: readonly Head[]
  readonly label: string
  readonly children: ReactNode
  readonly foot?: ReactNode
  readonly sorting?: Sorting
  /** An answer to a new search is on its way: what is shown is the one before. */
  readonly busy?: boolean
}

/** A table; on a phone each row becomes a card whose lines are named by the columns. */
export function TableFrame({ head, label, children, foot, sorting, busy = false }: TableFrameProps) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (frame.current) nameCells(frame.current, head)
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={frame} className="surface scroll-x table-frame" tabIndex={0} aria-label={label} aria-busy={busy}>
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

/**
 * Gives each cell its column's name, which the style of narrow screens shows, and the elements the roles that they lose
 * with their display there.
 */
function nameCells(frame: HTMLElement, head: readonly Head[]): void {
  const labels = head.map((each) => (typeof each === 'string' ? each : each.content ? '' : each.label))
  for (const [tag, role] of Object.entries(roles)) for (const each of frame.querySelectorAll(tag)) each.setAttribute('role', role)
  for (const cell of frame.querySelectorAll<HTMLTableCellElement>('tbody td')) {
    cell.setAttribute('role', 'cell')
    cell.dataset.label = labels[cell.cellIndex] ?? ''
  }
}

function HeadCell({ head, sorting }: { head: Head; sorting: Sorting | undefined }) {
  const { label, end = false, sort, content }: Column = typeof head === 'string' ? { label: head } : head
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
      <UnstyledButton className="sort" onClick={() => sorting.onSort(falling ? sort : `-${sort}`)}>
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
