import { reminderRoutes } from '#communication/reminders/api.ts'
import { remindedToast } from '#communication/reminders/web/reminded-text.ts'
import type { RequestOf } from '#platform/api/route.ts'
import { listQuery, summaryQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { partnerRoutes } from '../api/partners.ts'

export const partnersQuery = listQuery((query) => ['partners', 'list', query], partnerRoutes.listPartners)
/** Number and revenue of people matching the filter. */
export const partnerSummaryQuery = summaryQuery((query) => ['partners', 'summary', query], partnerRoutes.partnerSummary)

/** Runs a mutation, then invalidates people. */
async function changing<T>(work: Promise<T>): Promise<T> {
  const result = await work
  await queryClient.invalidateQueries({ queryKey: ['partners'] })
  return result
}

export const invite = (body: RequestOf<typeof partnerRoutes.invite>['body']) => changing(call(partnerRoutes.invite, { body }))
export const resendInvitation = (id: string) => changing(call(partnerRoutes.resendInvitation, { params: { id } }))
/** Reminds people of their open invitations. Returns what to say of it. */
export const remindInvitations = async (ids: readonly string[]) =>
  remindedToast(await changing(call(reminderRoutes.remindInvitations, { body: { ids: [...ids] } })))
type RecurringQuery = RequestOf<typeof partnerRoutes.deletePartner>['query']
export const withdrawInvitation = (id: string, query: RecurringQuery) =>
  changing(call(partnerRoutes.withdrawInvitation, { params: { id }, query }))
export const changeRole = (id: string, body: RequestOf<typeof partnerRoutes.changeRole>['body']) =>
  changing(call(partnerRoutes.changeRole, { params: { id }, body }))
export const validatePartnerContract = (id: string) => changing(call(partnerRoutes.validatePartnerContract, { params: { id } }))
export const revokePartnerContract = (id: string, reason: string) =>
  changing(call(partnerRoutes.revokePartnerContract, { params: { id }, body: { reason } }))
export const endPartnerSessions = (id: string, removePasskeys: boolean) =>
  changing(call(partnerRoutes.endSessions, { params: { id }, query: removePasskeys ? { removePasskeys: 'true' } : {} }))
export const resetSecondFactor = (id: string, reason: string) =>
  changing(call(partnerRoutes.resetSecondFactor, { params: { id }, body: { reason } }))
export const deletePartner = (id: string, query: RecurringQuery) =>
  changing(call(partnerRoutes.deletePartner, { params: { id }, query }))
