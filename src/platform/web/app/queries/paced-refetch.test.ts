import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refetchPaced } from './paced-refetch.ts'
import { queryClient } from './query-client.ts'

const keys = { overview: ['overview'], list: ['commissions', 'list', {}], me: ['me'] } as const
type Name = keyof typeof keys
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

let fetched: Name[] = []
let leave: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
  queryClient.clear()
  for (const name of Object.keys(keys) as Name[]) {
    const queryFn = async () => {
      fetched.push(name)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return fetched.length
    }
    leave.push(new QueryObserver(queryClient, { queryKey: keys[name], queryFn, retry: false }).subscribe(() => {}))
  }
  await vi.advanceTimersByTimeAsync(50)
  fetched = []
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  for (const each of leave) each()
  leave = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const change = (...names: Name[]) =>
  refetchPaced(
    queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => names.some((name) => keys[name] === queryKey) }),
  )
const times = (name: Name) => fetched.filter((each) => each === name).length

test('of a hundred messages figures follow every three seconds, a list every second, the session all', async () => {
  for (let at = 0; at < 10_000; at += 100) {
    change('overview', 'list', 'me')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(times('overview')).toBe(4)
  expect(times('list')).toBe(11)
  expect(times('me')).toBe(100)
  await vi.advanceTimersByTimeAsync(5000)
  expect(times('overview')).toBe(5)
  expect(times('list')).toBe(11)
})

test('the first message is answered at once, and what was fetched since the last one is not fetched again', async () => {
  change('overview')
  expect(times('overview')).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  change('overview')
  await vi.advanceTimersByTimeAsync(100)
  void queryClient.invalidateQueries({ queryKey: keys.overview })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times('overview')).toBe(2)
})

test('the session, which unlocks pages, is asked for before the rest of a message', async () => {
  change('overview', 'list', 'me')
  expect(fetched).toEqual(['me'])
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched.toSorted()).toEqual(['list', 'me', 'overview'])
})

test('a tab in the background fetches nothing until it is visible again', async () => {
  change('overview')
  await vi.advanceTimersByTimeAsync(100)
  change('overview')
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times('overview')).toBe(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(times('overview')).toBe(2)
})

test('a fetch that takes longer than the interval ends, and one more follows however many messages came', async () => {
  change('list')
  await vi.advanceTimersByTimeAsync(10)
  for (let message = 0; message < 5; message += 1) change('list')
  expect(times('list')).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(times('list')).toBe(2)
})

test('a message during the first fetch fetches again after it', async () => {
  const queryKey = ['partners', 'summary', {}] as const
  let fetches = 0
  const queryFn = async () => {
    fetches += 1
    await new Promise((resolve) => setTimeout(resolve, 50))
    return fetches
  }
  leave.push(new QueryObserver(queryClient, { queryKey, queryFn, retry: false }).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(10)
  refetchPaced(queryClient.getQueryCache().findAll({ queryKey }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetches).toBe(2)
  expect(queryClient.getQueryData(queryKey)).toBe(2)
})
