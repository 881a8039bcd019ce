import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#api/live.ts'
import { noteAnswer } from './own-requests.ts'
import { queryClient } from './query-client.ts'
import { refreshAfter } from './refresh.ts'

const marie = '01900000-0000-7000-8000-000000000001'
const lead = '01900000-0000-7000-8000-000000000002'

const moved = (more: Partial<LiveMessage<'lead.moved'>> = {}): LiveMessage<'lead.moved'> => ({
  name: 'lead.moved',
  subject: { kind: 'lead', id: lead },
  from: 'nouveau',
  to: 'signe',
  partnerId: marie,
  requestId: null,
  occurredAt: '2026-11-21T12:00:00Z',
  ...more,
})

const keys = {
  nouveau: ['leads', 'column', 'nouveau', {}],
  signe: ['leads', 'column', 'signe', {}],
  refuse: ['leads', 'column', 'refuse', {}],
  sums: ['leads', 'summary', {}],
  thisLead: ['leads', 'one', lead],
  otherLead: ['leads', 'one', marie],
  overview: ['overview'],
  me: ['me'],
} as const
type Name = keyof typeof keys

const fetched: Name[] = []
const read = (name: Name) => {
  fetched.push(name)
  return name === 'me' ? { id: marie } : name
}
let leave: (() => void)[] = []

beforeEach(async () => {
  queryClient.clear()
  for (const name of Object.keys(keys) as Name[]) {
    const options = { queryKey: keys[name], queryFn: () => read(name), retry: false }
    await queryClient.prefetchQuery(options)
    // The overview is not active.
    if (name !== 'overview') leave.push(new QueryObserver(queryClient, options).subscribe(() => {}))
  }
  fetched.length = 0
})
afterEach(() => {
  for (const each of leave) each()
  leave = []
})
const settled = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))

test('a move refetches the two columns, the totals and the lead once each, and marks inactive queries stale', async () => {
  refreshAfter([moved(), moved({ name: 'lead.moved' })])
  await settled()
  expect(fetched.toSorted()).toEqual(['nouveau', 'signe', 'sums', 'thisLead'])
  expect(queryClient.getQueryState(keys.overview)?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(keys.refuse)?.isInvalidated).toBe(false)
})

test('the event of the tab’s own change refetches only what was not refetched or patched since its response', async () => {
  noteAnswer('own')
  void queryClient.invalidateQueries({ queryKey: keys.sums })
  queryClient.setQueryData(keys.nouveau, 'patched')
  queryClient.setQueryData(keys.signe, 'patched')
  refreshAfter([moved({ requestId: 'own' })])
  await settled()
  expect(fetched).toEqual(['sums', 'thisLead'])
})

test('a change with a lost response is treated like anybody’s', async () => {
  queryClient.setQueryData(keys.nouveau, 'patched before')
  refreshAfter([moved({ requestId: 'lost' })])
  await settled()
  expect(fetched.toSorted()).toEqual(['nouveau', 'signe', 'sums', 'thisLead'])
})

test('another person’s contract leaves the session alone, the own one refetches it', async () => {
  const signed = (partnerId: string): LiveMessage<'contract.signed'> => ({
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
