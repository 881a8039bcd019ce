import { infiniteQueryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type disputeDecisionForm, type disputeForm, disputeRoutes } from '../api.ts'

export const disputesQuery = listQuery((query) => ['disputes', 'list', query], disputeRoutes.listDisputes)

/** What was said about a dispute, newest first, in pages. */
export const disputeMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['disputes', 'messages', id],
    queryFn: ({ pageParam, signal }) =>
      call(disputeRoutes.disputeMessages, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** The dispute, the badge of its commission, and the thread and history of its lead. */
const readAgain = () =>
  Promise.all(
    ([['disputes'], ['commissions'], ['leads', 'comments'], ['leads', 'timeline'], ['overview']] as const).map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

export async function openDispute(body: z.output<typeof disputeForm>): Promise<void> {
  await call(disputeRoutes.openDispute, { body }).finally(readAgain)
}

export async function replyToDispute(id: string, message: string): Promise<void> {
  await call(disputeRoutes.replyToDispute, { params: { id }, body: { message } }).finally(readAgain)
}

export async function withdrawDispute(id: string): Promise<void> {
  await call(disputeRoutes.withdrawDispute, { params: { id } }).finally(readAgain)
}

export async function decideDispute(id: string, body: z.output<typeof disputeDecisionForm>): Promise<void> {
  await call(disputeRoutes.decideDispute, { params: { id }, body }).finally(readAgain)
}
