import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { RequestOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { mergingRoutes, type splitForm } from '../api.ts'

/**
 * What is confirmed is what was read: a preview is not read again by itself, and not kept for the next time. Null or empty: not
 * chosen yet.
 */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

export const movePreviewQuery = (id: string, personId: string, toPartnerId: string | null) =>
  queryOptions({
    queryKey: ['partner-change-preview', 'move', id, { personId, toPartnerId }],
    queryFn: ({ signal }) =>
      call(mergingRoutes.movePreview, { params: { id }, query: { personId, toPartnerId: toPartnerId ?? '' }, signal }),
    enabled: toPartnerId !== null,
    ...once,
  })

export const splitPreviewQuery = (id: string, personIds: readonly string[]) =>
  queryOptions({
    queryKey: ['partner-change-preview', 'split', id, { personIds: personIds.toSorted() }],
    queryFn: ({ signal }) => call(mergingRoutes.splitPreview, { params: { id }, body: { personIds: [...personIds] }, signal }),
    enabled: personIds.length > 0,
    ...once,
  })

export const mergePreviewQuery = (id: string, intoPartnerId: string | null) =>
  queryOptions({
    queryKey: ['partner-change-preview', 'merge', id, { intoPartnerId }],
    queryFn: ({ signal }) =>
      call(mergingRoutes.mergePreview, { params: { id }, query: { intoPartnerId: intoPartnerId ?? '' }, signal }),
    enabled: intoPartnerId !== null,
    ...once,
  })

const changed = ['partners', 'overview', 'leads', 'registrations', 'commissions', 'contracts'] as const

/** Reads again what shows partners, their people or their leads, which this tab's own live messages do not. */
async function changing<T>(work: Promise<T>): Promise<T> {
  const result = await work
  await Promise.all(changed.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))
  return result
}

export const movePerson = (id: string, body: RequestOf<typeof mergingRoutes.movePerson>['body']) =>
  changing(call(mergingRoutes.movePerson, { params: { id }, body }))

export const splitPartner = (id: string, body: z.output<typeof splitForm>) =>
  changing(call(mergingRoutes.splitPartner, { params: { id }, body }))

export const mergePartner = (id: string, body: RequestOf<typeof mergingRoutes.mergePartner>['body']) =>
  changing(call(mergingRoutes.mergePartner, { params: { id }, body }))
