import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type clientLeftForm, ruleRoutes } from '#money/rules/api/rules.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import {
  type basisForm,
  type clientPaymentForm,
  clientPaymentRoutes,
  type refundForm,
  type remainderForm,
} from '../api/client-payments.ts'

/** What a lead's client has paid and is still to pay. */
export const leadReceiptsQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['client-payments', 'lead', leadId],
    queryFn: ({ signal }) => call(clientPaymentRoutes.leadReceipts, { params: { id: leadId }, signal }),
  })

/** Records that a lead's client has left, and reads again what its rule took back. */
export async function recordClientLeft(id: string, body: z.output<typeof clientLeftForm>): Promise<void> {
  await call(ruleRoutes.clientLeft, { params: { id }, body })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: leadReceiptsQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['commissions'] }),
  ])
}

/** Signed leads that match a search, for choosing the one whose client has paid. */
export const payableLeadsQuery = (search: string) =>
  queryOptions({
    queryKey: ['client-payments', 'leads', search],
    queryFn: ({ signal }) => call(clientPaymentRoutes.listPayableLeads, { query: search ? { search } : {}, signal }),
    placeholderData: keepPreviousData,
  })

interface TypedPayment {
  readonly netCents: number
  readonly receivedOn: string
  readonly reference: string
}

/** What recording a payment would bring; never cached, since other payments may come in. */
export const clientPaymentPreviewQuery = (leadId: string, { netCents, receivedOn, reference }: TypedPayment) =>
  queryOptions({
    queryKey: ['client-payments', 'preview', { leadId, netCents, receivedOn, reference }],
    queryFn: ({ signal }) =>
      call(clientPaymentRoutes.previewClientPayment, {
        params: { id: leadId },
        query: { netCents, receivedOn, reference },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  })

/** Reads again what client payments are shown in. */
export function readAgain(): Promise<unknown> {
  // A lead whose client has paid can no longer leave Signé: boards read it again.
  const stale = ['client-payments', 'commissions', 'leads', 'overview', 'standing'] as const
  return Promise.all(stale.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))
}

async function changed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await readAgain()
  }
}

export const recordClientPayment = (body: z.output<typeof clientPaymentForm>) =>
  changed(call(clientPaymentRoutes.recordClientPayment, { body }))

export const refundClientPayment = (id: string, body: z.output<typeof refundForm>) =>
  changed(call(clientPaymentRoutes.refundClientPayment, { params: { id }, body }))

export const closeRemainder = (leadId: string, body: z.output<typeof remainderForm>) =>
  changed(call(clientPaymentRoutes.closeRemainder, { params: { id: leadId }, body }))

export const changeBasis = (leadId: string, body: z.output<typeof basisForm>) =>
  changed(call(clientPaymentRoutes.changeBasis, { params: { id: leadId }, body }))
