import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { call } from './api.ts'
import { queryClient, resetQueries } from './query-client.ts'

const requests: { url: string; etag: string | null }[] = []
let answers: Response[] = []

beforeEach(() => {
  requests.length = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, etag: new Headers(init.headers).get('if-none-match') })
    const next = answers.shift()
    return next ? Promise.resolve(next) : Promise.reject(new Error('no answer is left'))
  })
})
afterEach(() => {
  resetQueries(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const read = (search = '') => call(leadRoutes.listLeads, { query: search ? { search } : {} })
const list = (name: string, etag: string) =>
  new Response(JSON.stringify({ items: [{ id: name }], nextCursor: null }), { headers: { etag } })
const unchanged = () => new Response(null, { status: 304 })

test('a read names the version it has; 304 gives the same object, also out of the query cache', async () => {
  answers = [list('a', 'W/"1"'), unchanged(), list('b', 'W/"2"'), unchanged()]
  const query = { queryKey: ['leads', 'known', 'open'] as const, queryFn: () => read(), staleTime: 0 }
  const first = await queryClient.fetchQuery(query)
  expect(await queryClient.fetchQuery(query)).toBe(first)
  const changed = await queryClient.fetchQuery(query)
  expect(changed.items[0]?.id).toBe('b')
  expect(await queryClient.fetchQuery(query)).toBe(changed)
  expect(requests.map(({ etag }) => etag)).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"'])
})

test('a version belongs to its address, and is forgotten with the session', async () => {
  answers = [list('a', 'W/"1"'), list('b', 'W/"2"'), list('a', 'W/"1"')]
  await read()
  await read('b')
  resetQueries({ id: 'another person' })
  await read()
  expect(requests.map(({ etag }) => etag)).toEqual([null, null, null])
})

test('only the versions used last are kept', async () => {
  answers = [
    list('a', 'W/"a"'),
    ...Array.from({ length: 40 }, (_, at) => list(`${at}`, `W/"${at}"`)),
    list('a', 'W/"a"'),
    unchanged(),
  ]
  await read()
  for (let at = 0; at < 40; at += 1) await read(`search ${at}`)
  await read()
  await read('search 39')
  expect(requests.at(-2)?.etag).toBeNull()
  expect(requests.at(-1)?.etag).toBe('W/"39"')
})
