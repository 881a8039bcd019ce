import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { RefusalReason } from '#leads/leads/domain/registration-states.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type conflictDecision, registrationRoutes } from '../api/registrations.ts'

export const registrationsQuery = listQuery((query) => ['registrations', 'list', query], registrationRoutes.listRegistrations)

export const registrationQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['registrations', 'one', leadId],
    queryFn: ({ signal }) => call(registrationRoutes.getRegistration, { params: { id: leadId }, signal }),
  })

export const conflictQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['registrations', 'conflict', leadId],
    queryFn: ({ signal }) => call(registrationRoutes.getConflict, { params: { id: leadId }, signal }),
  })

/** Registrations, the leads that show them, and the inbox. */
async function readAgain<T>(change: Promise<T>): Promise<T> {
  const answer = await change
  await Promise.all(
    (['registrations', 'leads', 'commissions', 'overview'] as const).map((topic) =>
      queryClient.invalidateQueries({ queryKey: [topic] }),
    ),
  )
  return answer
}

export const accept = (ids: readonly string[], message: string) =>
  readAgain(call(registrationRoutes.acceptRegistrations, { body: { ids: [...ids], message } }))

export const refuse = (ids: readonly string[], reason: RefusalReason, message: string) =>
  readAgain(call(registrationRoutes.refuseRegistrations, { body: { ids: [...ids], reason, message } }))

export const merge = (id: string, into: string, message: string) =>
  readAgain(call(registrationRoutes.mergeRegistration, { params: { id }, body: { into, message } }))

export const appeal = (id: string, message: string) =>
  readAgain(call(registrationRoutes.appealRefusal, { params: { id }, body: { message } }))

export const askExtension = (id: string, reason: string) =>
  readAgain(call(registrationRoutes.askForExtension, { params: { id }, body: { reason } }))

export const answerExtension = (id: string, grant: boolean, message: string) =>
  readAgain(call(registrationRoutes.answerExtension, { params: { id }, body: { grant, message } }))

export const decide = (body: z.input<typeof conflictDecision>) => readAgain(call(registrationRoutes.decideConflict, { body }))

export const handOver = (id: string, partnerId: string, message: string) =>
  readAgain(call(registrationRoutes.handOverLead, { params: { id }, body: { partnerId, message } }))
