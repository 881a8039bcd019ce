import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { paymentForm } from '#contract/payments.ts'
import { paymentRoutes } from '#contract/payments.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

export const paymentInfoQuery = queryOptions({
  queryKey: ['payment-info'],
  queryFn: () => call(paymentRoutes.getPaymentInfo, {}),
})

export async function savePaymentInfo(body: z.input<typeof paymentForm>): Promise<void> {
  queryClient.setQueryData(['payment-info'], await call(paymentRoutes.savePaymentInfo, { body }))
}
