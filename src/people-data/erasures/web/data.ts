import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '#platform/api/route.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { erasureRoutes } from '../api.ts'
import type { MentionDecision } from '../domain.ts'

const lookedAtMs = 1000

export const erasuresQuery = queryOptions({
  queryKey: ['erasures'],
  queryFn: ({ signal }) => call(erasureRoutes.listErasures, { signal }),
  // What a plan would do is found out soon after it is made.
  refetchInterval: ({ state }) => (state.data?.items.some((each) => each.state === 'planned' && !each.plan) ? lookedAtMs : false),
})

export const erasableQuery = (address: string) =>
  queryOptions({
    queryKey: ['erasures', 'found', address],
    queryFn: ({ signal }) => call(erasureRoutes.findErasable, { query: { address }, signal }),
    enabled: address !== '',
  })

export const endedAccountsQuery = listQuery((query) => ['erasures', 'accounts', query], erasureRoutes.listEndedAccounts)

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['erasures'] })

export const planErasure = (body: RequestOf<typeof erasureRoutes.planErasure>['body']) =>
  call(erasureRoutes.planErasure, { body }).finally(readAgain)
export const planAccountErasure = (id: string, body: RequestOf<typeof erasureRoutes.planAccountErasure>['body']) =>
  call(erasureRoutes.planAccountErasure, { params: { id }, body }).finally(readAgain)
export const stopErasure = (id: string) => call(erasureRoutes.stopErasure, { params: { id } }).finally(readAgain)
export const confirmErasure = (id: string, body: RequestOf<typeof erasureRoutes.confirmErasure>['body']) =>
  call(erasureRoutes.confirmErasure, { params: { id }, body }).finally(readAgain)
export const decideMention = (id: string, decision: MentionDecision) =>
  call(erasureRoutes.decideMention, { params: { id }, body: { decision } }).finally(readAgain)
export const setErasureDays = (days: number) => call(erasureRoutes.setErasureDays, { body: { days } }).finally(readAgain)
