import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { billingRoutes } from '../api.ts'

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: () => call(billingRoutes.getBilling, {}),
})

export async function saveBilling(body: z.input<typeof billingRoutes.saveBilling.body>): Promise<void> {
  const profile = await call(billingRoutes.saveBilling, { body })
  queryClient.setQueryData(billingQuery.queryKey, (before) => before && { ...before, profile })
}

/** A partner's billing profile, for staff. */
export const partnerBillingQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ['partner-billing', partnerId],
    queryFn: () => call(billingRoutes.getPartnerBilling, { params: { id: partnerId } }),
  })

export async function correctBilling(partnerId: string, body: z.input<typeof billingRoutes.correctBilling.body>): Promise<void> {
  await call(billingRoutes.correctBilling, { params: { id: partnerId }, body })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['partner-billing', partnerId] }),
    queryClient.invalidateQueries({ queryKey: ['partners'] }),
  ])
}
