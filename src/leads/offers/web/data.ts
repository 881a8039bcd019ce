import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { leadSettingsQuery } from '#leads/lead-settings/web/data.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { type EditedOffer, type newOfferForm, type offerForm, offerRoutes } from '../api/offers.ts'

/** The offers with their names in every language, as staff edit them. */
export const offersQuery = queryOptions({ queryKey: ['offers'], queryFn: () => call(offerRoutes.listOffers, {}) })

export const offerFiguresQuery = queryOptions({
  queryKey: ['offers', 'figures'],
  queryFn: () => call(offerRoutes.offerFigures, {}),
})

interface OfferList {
  readonly offers: EditedOffer[]
}

/** Shows what a change answers, also on the pages below. What somebody else has changed meanwhile is read again. */
async function show(change: Promise<OfferList>): Promise<void> {
  try {
    queryClient.setQueryData(offersQuery.queryKey, await change)
    void queryClient.invalidateQueries({ queryKey: leadSettingsQuery.queryKey })
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'invalid_input') {
      await queryClient.invalidateQueries({ queryKey: offersQuery.queryKey, exact: true })
    }
    throw error
  }
}

export const addOffer = (body: z.input<typeof newOfferForm>) => show(call(offerRoutes.addOffer, { body }))
export const changeOffer = (key: string, body: z.input<typeof offerForm>) =>
  show(call(offerRoutes.changeOffer, { params: { key }, body }))
export const orderOffers = (keys: string[], expected: string[]) =>
  show(call(offerRoutes.orderOffers, { body: { keys, expected } }))
export const putAwayOffer = (key: string) => show(call(offerRoutes.putAwayOffer, { params: { key } }))
export const bringBackOffer = (key: string) => show(call(offerRoutes.bringBackOffer, { params: { key } }))

export async function deleteOffer(key: string): Promise<void> {
  await call(offerRoutes.deleteOffer, { params: { key } })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: offersQuery.queryKey, exact: true }),
    queryClient.invalidateQueries({ queryKey: leadSettingsQuery.queryKey }),
  ])
}
