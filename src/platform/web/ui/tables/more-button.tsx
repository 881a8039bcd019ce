import { Button, Center } from '@mantine/core'
import { m } from '#platform/messages/messages.ts'

interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Loads the next page of a list; renders nothing on the last one. */
export function MoreButton({ query }: { query: PagedQuery }) {
  if (!query.hasNextPage) return null
  return (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {m.showMore()}
      </Button>
    </Center>
  )
}
