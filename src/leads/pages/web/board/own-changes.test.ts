import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lead, LeadAfter } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { refetchPaced } from '#platform/web/app/queries/paced-refetch.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { leadStatuses } from '#test/default-stages.ts'
import { deleteLead, editLead, moveLead } from '../data.ts'
import type { Board } from './board-data.ts'
import { type BoardFilter, boardQuery, readFurther } from './board-query.ts'
import { noteChanged } from './changed-leads.ts'

const id = (number: number) => `01900000-0000-7000-8000-0000000000${number}`
const lead = (number: number, more: Partial<Lead> = {}) =>
  ({
    id: id(number),
    name: `Lead ${number}`,
    createdAt: `2026-11-01T10:${number}:00Z`,
    status: 'nouveau',
    estimatedAmountCents: 100,
    possibleDuplicate: null,
    ...more,
  }) as Lead
const sums = (...counts: number[]) =>
  leadStatuses.map((status, at) => ({ status, count: counts[at] ?? 0, amountCents: (counts[at] ?? 0) * 100 }))
const pages = (nouveau: Lead[], nextCursor: string | null = null) =>
  leadStatuses.map((status) => ({
    status,
    ...(status === 'nouveau' ? { items: nouveau, nextCursor } : { items: [], nextCursor: null }),
  }))

/** What the API answers, by method and path; a promise is waited for. */
let answers: Record<string, unknown> = {}
let requests: string[] = []
let leave: (() => void)[] = []

beforeEach(async () => {
  queryClient.clear()
  answers = { 'GET /api/leads/board': { byStatus: sums(2), pages: pages([lead(20), lead(10)]) } }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', async (url: string, { method, signal }: RequestInit) => {
    const key = `${method} ${url.split('?')[0]}`
    requests.push(key)
    const answer = await answers[key]
    signal?.throwIfAborted()
    if (answer instanceof Response) return answer
    return answer === undefined ? Promise.reject(new TypeError('offline')) : new Response(JSON.stringify(answer))
  })
})
afterEach(() => {
  for (const each of leave) each()
  leave = []
  vi.unstubAllGlobals()
})

async function open(filter: BoardFilter = {}): Promise<void> {
  leave.push(new QueryObserver(queryClient, boardQuery(filter)).subscribe(() => {}))
  await quiet()
  requests = []
}
const quiet = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 15_000)
const board = (filter: BoardFilter = {}) => queryClient.getQueryData<Board>(boardQuery(filter).queryKey)
const idsIn = (status: LeadStatus, filter?: BoardFilter) => board(filter)?.columns[status]?.items.map((each) => each.id)
const counts = (filter?: BoardFilter) => board(filter)?.byStatus.map(({ count }) => count)
const after = (changed: Lead, ...totals: number[]): LeadAfter => ({ ...changed, byStatus: sums(...totals) })
const move = (number: number) => `POST /api/leads/${id(number)}/move`

test('a move is shown at once and then as its answer says, with the sums of the answer, in one request', async () => {
  await open()
  const answer = Promise.withResolvers<unknown>()
  answers[move(10)] = answer.promise
  const moving = moveLead(lead(10), 'signe')
  await vi.waitFor(() => expect(idsIn('signe')).toEqual([id(10)]), 15_000)
  expect(counts()).toEqual([1, 0, 0, 1, 0])
  answer.resolve({ ...after(lead(10, { status: 'signe', name: 'Saved' }), 1, 0, 0, 5), commission: null })
  await moving
  expect(board()?.columns.signe?.items[0]?.name).toBe('Saved')
  expect(counts()).toEqual([1, 0, 0, 5, 0])
  expect(requests).toEqual([move(10)])
})

test('a refused move goes back, and the card is read where the server has it', async () => {
  await open()
  const refusal = JSON.stringify({ code: 'lead_moved_meanwhile', detail: 'Déplacé' })
  answers[move(10)] = new Response(refusal, { status: 409, headers: { 'content-type': 'application/problem+json' } })
  answers['GET /api/leads/changed'] = { leads: [lead(10, { status: 'refuse' })], byStatus: sums(1, 0, 0, 0, 1) }
  await expect(moveLead(lead(10), 'signe')).rejects.toThrow()
  expect([idsIn('nouveau'), idsIn('signe'), idsIn('refuse')]).toEqual([[id(20)], [], [id(10)]])
  expect(requests).toEqual([move(10), 'GET /api/leads/changed'])
})

test('two moves at once keep the sums that both have made, whichever answer comes last', async () => {
  await open()
  const first = Promise.withResolvers<unknown>()
  answers[move(10)] = first.promise
  answers[move(20)] = { ...after(lead(20, { status: 'signe' }), 1, 0, 0, 1), commission: null }
  const moving = moveLead(lead(10), 'signe')
  await moveLead(lead(20), 'signe')
  first.resolve({ ...after(lead(10, { status: 'signe' }), 1, 0, 0, 1), commission: null })
  await moving
  expect(idsIn('signe')).toEqual([id(20), id(10)])
  expect(counts()).toEqual([0, 0, 0, 2, 0])
  expect(requests).toEqual([move(10), move(20)])
})

test('what a filter makes of an edit is asked for, by the lead alone; a deleted lead needs no question', async () => {
  const filter = { search: 'lead' }
  await open(filter)
  answers[`PATCH /api/leads/${id(10)}`] = after(lead(10, { name: 'Other' }), 2)
  answers['GET /api/leads/changed'] = { leads: [], byStatus: sums(1) }
  await editLead(lead(10), { ...lead(10), name: 'Other' })
  expect(idsIn('nouveau', filter)).toEqual([id(20)])
  answers[`DELETE /api/leads/${id(20)}`] = new Response(null)
  await deleteLead(lead(20))
  expect([idsIn('nouveau', filter), counts(filter)?.[0]]).toEqual([[], 0])
  expect(requests).toEqual([`PATCH /api/leads/${id(10)}`, 'GET /api/leads/changed', `DELETE /api/leads/${id(20)}`])
})

test('what others changed is read by its id, a stale board as a whole, as far as it was loaded', async () => {
  answers['GET /api/leads/board'] = { byStatus: sums(3), pages: pages([lead(30), lead(20)], 'after 20') }
  await open()
  answers['GET /api/leads'] = { items: [lead(10)], nextCursor: null }
  await readFurther({}, 'nouveau', 'after 20')
  expect(idsIn('nouveau')).toEqual([id(30), id(20), id(10)])
  requests = []
  noteChanged(id(20))
  answers['GET /api/leads/changed'] = { leads: [lead(20, { status: 'refuse' })], byStatus: sums(2, 0, 0, 0, 1) }
  refetchPaced(queryClient.getQueryCache().findAll({ queryKey: ['leads', 'board'] }))
  await quiet()
  expect([idsIn('nouveau'), idsIn('refuse')]).toEqual([[id(30), id(10)], [id(20)]])
  expect(requests).toEqual(['GET /api/leads/changed'])
  requests = []
  answers['GET /api/leads/board'] = { byStatus: sums(3), pages: pages([lead(30)], 'after 30') }
  await queryClient.invalidateQueries()
  expect(requests).toEqual(['GET /api/leads/board', 'GET /api/leads'])
  expect(idsIn('nouveau')).toEqual([id(30), id(10)])
})

test('a page that was under way while one of its leads moved shows that lead where it is', async () => {
  answers['GET /api/leads/board'] = { byStatus: sums(2), pages: pages([lead(20)], 'after 20') }
  await open()
  const page = Promise.withResolvers<unknown>()
  answers['GET /api/leads'] = page.promise
  const reading = readFurther({}, 'nouveau', 'after 20')
  noteChanged(id(10))
  answers['GET /api/leads/changed'] = { leads: [lead(10, { status: 'signe' })], byStatus: sums(1, 0, 0, 1) }
  page.resolve({ items: [lead(10)], nextCursor: null })
  await reading
  await quiet()
  expect([idsIn('nouveau'), idsIn('signe')]).toEqual([[id(20)], [id(10)]])
})
