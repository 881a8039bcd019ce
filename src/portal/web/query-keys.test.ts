import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import type { Topic } from './query-keys.ts'

/** What the compiler has to refuse: each line without an error would fail the check of types. */
test('a key that no query has does not compile, nor does a filter by one', async () => {
  const client = new QueryClient()
  await Promise.all([
    client.invalidateQueries({ queryKey: ['leads'] }),
    client.invalidateQueries({ queryKey: ['leads', 'one'] }),
    client.invalidateQueries({ queryKey: ['leads', 'one', 'an id'], exact: true }),
    // @ts-expect-error there is no such query of leads
    client.invalidateQueries({ queryKey: ['leads', 'nearby'] }),
    // @ts-expect-error nor such a topic
    client.invalidateQueries({ queryKey: ['lead'] }),
    // @ts-expect-error nor anything under this one
    client.refetchQueries({ queryKey: ['failures', 'list'] }),
  ])
  // @ts-expect-error a misspelt key would write past the query
  client.setQueryData(['mee'], null)
  // @ts-expect-error and read nothing
  expect(client.getQueryData(['setting'])).toBeUndefined()
  // @ts-expect-error a new query names its key in query-keys.ts
  const unnamed = queryOptions({ queryKey: ['leads', 'nearby', 'an id'], queryFn: () => 1 })
  // @ts-expect-error so does one that is read in pages
  const pages = pagesQuery(['leads', 'nearby'], async () => ({ nextCursor: null }))
  // @ts-expect-error a list of topics holds no other
  const topics: Topic[] = ['leads', 'lead']
  expect([unnamed.queryKey, pages.queryKey, topics]).toHaveLength(3)
})
