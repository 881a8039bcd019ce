import { type EditedOffer, offerRoutes } from '#leads/offers/api/offers.ts'
import type { OfferDraft } from '#leads/offers/domain/offer-draft.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

const draft: OfferDraft = {
  name: 'Audit',
  names: {},
  staffName: 'Audit',
  staffNames: {},
  description: '',
  descriptions: {},
  suggestedCents: null,
  leastCents: null,
  mostCents: null,
  onIntroductions: false,
}

/** Changes of offers, each of an offer of its own. */
export function offerRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  let offers = 0
  const key = async () => {
    offers += 1
    await staff().call(offerRoutes.addOffer, { body: { ...draft, key: `audit_${offers}` } })
    return `audit_${offers}`
  }
  const keysOf = (all: readonly EditedOffer[]) => all.map((each) => each.key)
  return {
    addOffer: async () => [staff(), { body: { ...draft, key: 'bilan' } }],
    changeOffer: async () => [staff(), { params: { key: await key() }, body: { ...draft, name: 'Bilan', expected: draft } }],
    orderOffers: async () => {
      const keys = keysOf((await staff().call(offerRoutes.listOffers, {})).offers)
      return [staff(), { body: { keys: keys.toReversed(), expected: keys } }]
    },
    archiveOffer: async () => [staff(), { params: { key: await key() } }],
    bringBackOffer: async () => {
      const params = { key: await key() }
      await staff().call(offerRoutes.archiveOffer, { params })
      return [staff(), { params }]
    },
    deleteOffer: async () => [staff(), { params: { key: await key() } }],
  }
}
