import { queryOptions } from '@tanstack/react-query'
import { showChange } from '#platform/web/app/queries/shown-change.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { itemError } from '#platform/web/app/requests/api-error.ts'
import { type EditedOffer, offerRoutes, type WrittenOffer, writtenOffer } from '../api/offers.ts'

/** The offers with their names in every language, as staff edit them. */
export const offersQuery = queryOptions({ queryKey: ['offers'], queryFn: () => call(offerRoutes.listOffers, {}) })

export const offerFiguresQuery = queryOptions({
  queryKey: ['offers', 'figures'],
  queryFn: () => call(offerRoutes.offerFigures, {}),
})

/** Saves the list that was read as it is to be; errors of the edited offer are those of its form. */
export async function saveOffers(wanted: readonly WrittenOffer[], read: readonly EditedOffer[], edited = ''): Promise<void> {
  const body = { offers: wanted.map(writtenOffer), expected: read.map(writtenOffer) }
  try {
    await showChange(offersQuery.queryKey, call(offerRoutes.saveOffers, { body }), ['lead-settings'])
  } catch (error) {
    throw itemError(error, `offers.${wanted.findIndex(({ key }) => key === edited)}`)
  }
}
