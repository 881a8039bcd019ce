import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#platform/api/live.ts'
import { setLeadReader } from '#platform/web/app/lead-reader.ts'
import { noteAnswer } from '#platform/web/app/own-requests.ts'
import { queryClient } from '#platform/web/app/query-client.ts'
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
  news: false,
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
let changedLeads: string[] = []
let boardReadAt = 0

beforeEach(async () => {
  queryClient.clear()
  changedLeads = []
  boardReadAt = 0
  setLeadReader({ onChangedLeads: (ids) => changedLeads.push(...ids), hasRead: (_, since) => boardReadAt >= since })
  for (const name of Object.keys(keys) as Name[]) {
    const options = { queryKey: keys[name], queryFn: () => read(name), retry: false }
    await queryClient.prefetchQuery(options)
    // The overview and one column are not active.
    if (name !== 'overview' && name !== 'refuse') leave.push(new QueryObserver(queryClient, options).subscribe(() => {}))
  }
  fetched.length = 0
})
afterEach(() => {
  for (const each of leave) each()
  leave = []
})
const settled = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))

test('a move hands the lead to the board once, refetches totals and lead once each, and marks inactive queries stale', async () => {
  refreshAfter([moved(), moved({ name: 'lead.moved' })])
  await settled()
  expect(changedLeads).toEqual([lead])
  expect(fetched.toSorted()).toEqual(['sums', 'thisLead'])
  const isStale = (name: Name) => queryClient.getQueryState(keys[name])?.isInvalidated
  expect([isStale('overview'), isStale('refuse')]).toEqual([true, true])
  expect([isStale('nouveau'), isStale('signe')]).toEqual([false, false])
})

test('the event of the tab’s own change refetches only what was not refetched or patched since its response', async () => {
  noteAnswer('own')
  boardReadAt = performance.now()
  queryClient.setQueryData(keys.sums, 'read with the lead')
  refreshAfter([moved({ requestId: 'own' })])
  await settled()
  expect(changedLeads).toEqual([])
  expect(fetched).toEqual(['thisLead'])
})

test('a change with a lost response is treated like anybody’s', async () => {
  boardReadAt = performance.now()
  queryClient.setQueryData(keys.sums, 'patched before')
  refreshAfter([moved({ requestId: 'lost' })])
  await settled()
  expect(changedLeads).toEqual([lead])
  expect(fetched.toSorted()).toEqual(['sums', 'thisLead'])
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
