import { expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { answer, answerLeast, refuse, takeErrors } from './api.ts'

const id = '01890000-0000-7000-8000-000000000001'

test('an answer goes through, with what was sent', async () => {
  const sent = answer(partnerRoutes.partnerSummary, ({ query }) => ({ count: query.search?.length ?? 0, totalRevenueCents: 0 }))
  expect(await call(partnerRoutes.partnerSummary, { query: { search: 'abc' } })).toEqual({ count: 3, totalRevenueCents: 0 })
  expect(sent).toEqual([{ query: { search: 'abc' } }])
  expect(takeErrors()).toEqual([])
})

test('an address goes before one that would match it by its parameter', async () => {
  answerLeast(leadRoutes.leadSummary)
  refuse(leadRoutes.getLead, 'It is another route.')
  expect(await call(leadRoutes.leadSummary, { query: {} })).toEqual({ byStatus: [] })
  await expect(call(leadRoutes.getLead, { params: { id } })).rejects.toThrow('It is another route.')
  expect(takeErrors()).toEqual([])
})

test('a request without an answer is an error, as is what the shapes of a route do not allow', async () => {
  await expect(call(leadRoutes.getLead, { params: { id } })).rejects.toThrow('has no answer')
  answer(partnerRoutes.partnerSummary, { count: -1 } as ReturnOf<typeof partnerRoutes.partnerSummary>)
  await expect(call(partnerRoutes.partnerSummary, { query: {} })).rejects.toThrow('the answer that the test gives')
  await expect(call(partnerRoutes.partnerSummary, { query: { from: 'yesterday' } })).rejects.toThrow(
    'the query that the page sends',
  )
  expect(takeErrors()).toEqual([
    `GET /api/leads/${id} has no answer`,
    expect.stringContaining('GET /api/partners/summary: the answer that the test gives is none of the route'),
    expect.stringContaining('GET /api/partners/summary?from=yesterday: the query that the page sends is none of the route'),
  ])
})
