import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { readAfterDeletion, showChange } from '#platform/web/app/queries/shown-change.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type newOfferForm, type offerForm, offerRoutes } from '../api/offers.ts'

/** The offers with their names in every language, as staff edit them. */
export const offersQuery = queryOptions({ queryKey: ['offers'], queryFn: () => call(offerRoutes.listOffers, {}) })

export const offerFiguresQuery = queryOptions({
  queryKey: ['offers', 'figures'],
  queryFn: () => call(offerRoutes.offerFigures, {}),
})

const show = (change: Promise<object>) => showChange(offersQuery.queryKey, change)

export const addOffer = (body: z.input<typeof newOfferForm>) => show(call(offerRoutes.addOffer, { body }))
export const changeOffer = (key: string, body: z.input<typeof offerForm>) =>
  show(call(offerRoutes.changeOffer, { params: { key }, body }))
export const orderOffers = (keys: string[], expected: string[]) =>
  show(call(offerRoutes.orderOffers, { body: { keys, expected } }))
export const archiveOffer = (key: string) => show(call(offerRoutes.archiveOffer, { params: { key } }))
export const bringBackOffer = (key: string) => show(call(offerRoutes.bringBackOffer, { params: { key } }))

export async function deleteOffer(key: string): Promise<void> {
  await call(offerRoutes.deleteOffer, { params: { key } })
  await readAfterDeletion(offersQuery.queryKey)
}
