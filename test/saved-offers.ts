import { offerRoutes, type WrittenOffer, writtenOffer } from '#leads/offers/api/offers.ts'
import type { Client } from './test-app.ts'

/** Changes of the list of offers, each of the list as it is then. */
export function offerChanges(staff: () => Client) {
  const read = async () => (await staff().call(offerRoutes.listOffers, {})).offers.map(writtenOffer)
  const save = async (change: (offers: WrittenOffer[]) => WrittenOffer[], by = staff()) => {
    const expected = await read()
    return by.try(offerRoutes.saveOffers, { body: { offers: change(expected), expected } })
  }
  const change = (key: string, draft: Partial<WrittenOffer>, by?: Client) =>
    save((offers) => offers.map((offer) => (offer.key === key ? { ...offer, ...draft } : offer)), by)
  return {
    read,
    save,
    change,
    add: (offer: Omit<WrittenOffer, 'archivedAt'>) => save((offers) => [...offers, { ...offer, archivedAt: null }]),
    archive: (key: string, by?: Client) => change(key, { archivedAt: new Date().toISOString() }, by),
    bringBack: (key: string) => change(key, { archivedAt: null }),
    remove: (key: string) => save((offers) => offers.filter((offer) => offer.key !== key)),
  }
}
