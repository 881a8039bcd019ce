import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { list } from '#platform/api/list.ts'
import { id, searchText } from '#platform/api/shapes.ts'
import { useList } from './use-list.ts'

const disputes = list({
  filters: { state: z.optional(z.enum(['open', 'closed'])), partnerId: z.optional(id), search: searchText },
})
const words = { label: 'State', all: 'All states' }

test('what a page shows of a list does not compile without the labels of its choices', () => {
  const pages = [
    () =>
      useList(disputes, { state: { ...words, labels: { open: 'Open', closed: 'Closed' } }, partnerId: 'partner' }).filter.state,
    // @ts-expect-error: a value lacks its label
    () => useList(disputes, { state: { ...words, labels: { open: 'Open' } } }),
    // @ts-expect-error: a choice is more than a parameter
    () => useList(disputes, { state: 'state' }),
    // @ts-expect-error: the list has no such filter
    () => useList(disputes, { status: 'status' }),
    // @ts-expect-error: what the page does not read of the address is not in its filter
    () => useList(disputes, { partnerId: 'partner' }).filter.state,
  ]
  expect(pages).toHaveLength(5)
})
