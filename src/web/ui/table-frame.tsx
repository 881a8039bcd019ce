import { Button, Center, Table } from '@mantine/core'
import type { ReactNode } from 'react'

type Head = string | { readonly label: string; readonly end: true }

/** A table that scrolls inside itself on a narrow screen. */
export function TableFrame({
  head,
  label,
  children,
  foot,
}: {
  head: readonly Head[]
  label: string
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="surface scroll-x" tabIndex={0} aria-label={label}>
      <Table className="table" verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {head.map((each) => {
              const [text, end] = typeof each === 'string' ? [each, false] : [each.label, true]
              return (
                <Table.Th key={text} className={end ? 'end' : ''} scope="col">
                  {text}
                </Table.Th>
              )
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
        {foot && <Table.Tfoot>{foot}</Table.Tfoot>}
      </Table>
    </section>
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
