import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { paymentRoutes, type SavedPaymentInfo } from '../api.ts'

export const paymentInfoQuery = queryOptions({
  queryKey: ['payment-info'],
  queryFn: () => call(paymentRoutes.getPaymentInfo, {}),
})

/** Saves and refetches, since the response does not contain the IBAN. */
export async function savePaymentInfo(body: z.input<typeof paymentRoutes.savePaymentInfo.body>): Promise<SavedPaymentInfo> {
  const payment = await call(paymentRoutes.savePaymentInfo, { body })
  await queryClient.invalidateQueries({ queryKey: ['payment-info'] })
  return payment
}

/** A partner's bank details for staff, with the IBAN masked. */
export const bankDetailsQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ['bank-details', partnerId],
    queryFn: () => call(paymentRoutes.getBankDetails, { params: { id: partnerId } }),
  })

/** A partner's whole IBAN. It is kept in no cache. */
export async function revealIban(partnerId: string, proof: z.input<typeof paymentRoutes.revealIban.body>): Promise<string> {
  const { iban } = await call(paymentRoutes.revealIban, { params: { id: partnerId }, body: proof })
  await queryClient.invalidateQueries({ queryKey: ['bank-details', partnerId] })
  return iban
}
