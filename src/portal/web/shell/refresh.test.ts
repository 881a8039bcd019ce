import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { changedSince, noteShown } from '#leads/pages/web/board/changed-leads.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { noteAnswer } from '#platform/web/app/requests/own-requests.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { refreshAfter, refreshMarked } from './refresh.ts'

const marie = '01900000-0000-7000-8000-000000000001'
const lead = '01900000-0000-7000-8000-000000000002'

const moved = (more: Partial<LiveMessage> = {}): LiveMessage => ({
  name: 'lead.moved',
  subject: { kind: 'lead', id: lead },
  from: 'nouveau',
  to: 'signe',
  partnerId: marie,
  requestId: null,
  news: false,
  occurredAt: '2026-11-21T12:00:00Z',
  ...more,
})

const keys = {
  board: ['leads', 'board', {}],
  search: ['leads', 'board', { search: 'x' }],
  thisLead: ['leads', 'one', lead],
  otherLead: ['leads', 'one', marie],
  overview: ['overview'],
  me: ['me'],
} as const
type Name = keyof typeof keys

const fetched: Name[] = []
const read = (name: Name) => {
  fetched.push(name)
  return name === 'me' ? { id: marie, partner: { id: marie } } : name
}
let leave: (() => void)[] = []
let startedAt = 0
const noted = () => changedSince(startedAt)

beforeAll(() => void vi.useFakeTimers())
beforeEach(async () => {
  queryClient.clear()
  for (const name of Object.keys(keys) as Name[]) {
    const options = { queryKey: keys[name], queryFn: () => read(name), retry: false }
    await queryClient.prefetchQuery(options)
    // The overview and one board are not active.
    if (name !== 'overview' && name !== 'search') leave.push(new QueryObserver(queryClient, options).subscribe(() => {}))
  }
  fetched.length = 0
  // What the test before it noted is older.
  vi.advanceTimersByTime(1)
  startedAt = performance.now()
})
afterEach(() => {
  for (const each of leave) each()
  leave = []
})
afterAll(() => void vi.useRealTimers())
/** Each look takes the clock on. */
const settled = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))

test('a move hands the lead to the board once, and refetches board and lead once each', async () => {
  const isStale = (name: Name) => queryClient.getQueryState(keys[name])?.isInvalidated
  refreshAfter([moved(), moved({ name: 'lead.moved' })])
  // It reads the lead alone.
  expect(isStale('board')).toBe(false)
  await settled()
  expect(noted()).toEqual([lead])
  expect(fetched.toSorted()).toEqual(['board', 'thisLead'])
  expect([isStale('overview'), isStale('search')]).toEqual([true, true])
})

test('the tab’s own change refetches only what was not refetched or patched since its response', async () => {
  noteAnswer('own')
  noteShown(lead)
  refreshAfter([moved({ requestId: 'own' })])
  await settled()
  expect(noted()).toEqual([])
  expect(fetched).toEqual(['thisLead'])
})

test('a change with a lost response is treated like anybody’s', async () => {
  noteShown(lead)
  queryClient.setQueryData(keys.thisLead, 'patched before')
  refreshAfter([moved({ requestId: 'lost' })])
  await settled()
  expect(noted()).toEqual([lead])
  expect(fetched.toSorted()).toEqual(['board', 'thisLead'])
})

test('another partner’s contract leaves the session alone, the own one refetches it', async () => {
  const signed = (partnerId: string): LiveMessage => ({
    ...moved(),
    name: 'contract.signed',
    subject: { kind: 'contract', id: lead },
    from: 'en_attente',
    to: 'signe',
    partnerId,
  })
  refreshAfter([signed(lead)])
  await settled()
  expect(fetched).toEqual([])
  refreshAfter([signed(marie)])
  await settled()
  expect(fetched).toEqual(['me'])
})

test('an unknown event of a newer server changes nothing', () => {
  refreshAfter([{ ...moved(), name: 'lead.painted' as 'lead.moved' }])
  expect(fetched).toEqual([])
})

test('after an event that is news the overview waits for the mark, and is refetched once with it', async () => {
  const options = { queryKey: keys.overview, queryFn: () => read('overview'), staleTime: Number.POSITIVE_INFINITY }
  leave.push(new QueryObserver(queryClient, options).subscribe(() => {}))
  refreshAfter([moved({ news: true })])
  await settled()
  expect(fetched).not.toContain('overview')
  // What makes it stale in another way waits with it.
  refreshAfter([moved()])
  await settled()
  expect(fetched).not.toContain('overview')
  refreshMarked()
  await settled()
  expect(fetched.filter((name) => name === 'overview')).toHaveLength(1)
})

test('an overview whose mark does not come is refetched all the same', async () => {
  const options = { queryKey: keys.overview, queryFn: () => read('overview'), staleTime: Number.POSITIVE_INFINITY }
  // Fetched before, it is paced.
  leave.push(new QueryObserver(queryClient, options).subscribe(() => {}))
  refreshAfter([moved({ news: true })])
  expect(fetched).not.toContain('overview')
  await vi.waitFor(() => expect(fetched).toContain('overview'), 5000)
})
