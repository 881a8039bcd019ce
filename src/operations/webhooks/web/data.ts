import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { FilterOf } from '#platform/api/list.ts'
import type { RequestOf } from '#platform/api/route.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type deliveryList, type Webhook, type webhookForm, webhookRoutes } from '../api/webhooks.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => call(webhookRoutes.listWebhooks, { signal }),
})

/** Attempts make no events: what is on screen is read again while it is. */
const deliveriesEveryMs = 4000

export const deliveriesQuery = (filter: FilterOf<typeof deliveryList>) => ({
  ...listQuery((query) => ['webhooks', 'deliveries', query], webhookRoutes.listDeliveries)(filter),
  refetchInterval: deliveriesEveryMs,
})

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: ({ signal }) => call(webhookRoutes.getDelivery, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: deliveriesEveryMs,
  })

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })

type Form = z.input<typeof webhookForm>
type GivenProof = RequestOf<typeof webhookRoutes.rotateWebhookSecret>['body']
export const createWebhook = (body: Form & GivenProof) => call(webhookRoutes.createWebhook, { body }).finally(readAgain)
export const changeWebhook = (id: string, body: RequestOf<typeof webhookRoutes.changeWebhook>['body']) =>
  call(webhookRoutes.changeWebhook, { params: { id }, body }).finally(readAgain)
/** Switches an endpoint on or off and leaves the rest as it is. */
export const switchWebhook = ({ id, url, description, events }: Webhook, enabled: boolean) =>
  changeWebhook(id, { url, description, events, enabled, expected: { url, description, events } })
export const deleteWebhook = (id: string) => call(webhookRoutes.deleteWebhook, { params: { id } }).finally(readAgain)
export const rotateSecret = (id: string, body: GivenProof) =>
  call(webhookRoutes.rotateWebhookSecret, { params: { id }, body }).finally(readAgain)
export const sendTest = (id: string) => call(webhookRoutes.testWebhook, { params: { id } }).finally(readAgain)
export const replayDelivery = (id: string) => call(webhookRoutes.replayDelivery, { params: { id } }).finally(readAgain)
