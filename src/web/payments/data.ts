import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { paymentRoutes } from '#api/payments.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

export const paymentInfoQuery = queryOptions({
  queryKey: ['payment-info'],
  queryFn: () => call(paymentRoutes.getPaymentInfo, {}),
})

/** Saves and refetches, since the response does not contain the IBAN. */
export async function savePaymentInfo(body: z.input<typeof paymentRoutes.savePaymentInfo.body>): Promise<void> {
  await call(paymentRoutes.savePaymentInfo, { body })
  await queryClient.invalidateQueries({ queryKey: ['payment-info'] })
}
