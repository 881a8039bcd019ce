import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type vigilanceForm, type vigilanceRequestForm, vigilanceRoutes } from '../api.ts'

export const ownDocumentsQuery = queryOptions({
  queryKey: ['vigilance', 'own'],
  queryFn: ({ signal }) => call(vigilanceRoutes.ownDocuments, { signal }),
})

export const partnerDocumentsQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ['vigilance', partnerId],
    queryFn: ({ signal }) => call(vigilanceRoutes.partnerDocuments, { params: { id: partnerId }, signal }),
  })

const readAgain = () =>
  Promise.all(
    (['vigilance', 'partners', 'payouts', 'overview'] as const).map((topic) =>
      queryClient.invalidateQueries({ queryKey: [topic] }),
    ),
  )

export const submitDocument = (body: z.output<typeof vigilanceForm>) =>
  call(vigilanceRoutes.submitDocument, { body }).finally(readAgain)
export const requestDocuments = (body: z.output<typeof vigilanceRequestForm>) =>
  call(vigilanceRoutes.requestDocuments, { body }).finally(readAgain)
export const verifyDocument = (id: string) => call(vigilanceRoutes.verifyDocument, { params: { id } }).finally(readAgain)
export const refuseDocument = (id: string, reason: string) =>
  call(vigilanceRoutes.refuseDocument, { params: { id }, body: { reason } }).finally(readAgain)
export const withdrawRequest = (id: string) => call(vigilanceRoutes.withdrawRequest, { params: { id } }).finally(readAgain)
