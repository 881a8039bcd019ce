import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { leadShareRoutes } from '../api.ts'

/** Leads show their parts on cards, in their drawer and in their history. */
async function readAgain(change: Promise<unknown>): Promise<void> {
  await change
  await queryClient.invalidateQueries({ queryKey: ['leads'] })
}

export const shareLead = (id: string, body: { partnerId: string; percent: number }) =>
  readAgain(call(leadShareRoutes.shareLead, { params: { id }, body }))

export const endShare = (id: string, partnerId: string) =>
  readAgain(call(leadShareRoutes.endLeadShare, { params: { id, partnerId } }))
