import type { WrittenOffer } from '#leads/offers/api/offers.ts'
import { offerChanges } from './saved-lists.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

const draft: Omit<WrittenOffer, 'key'> = {
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
  archivedAt: null,
}

/** A change of the list of offers, each with an offer of its own. */
export function offerRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  let count = 0
  return {
    saveOffers: async () => {
      count += 1
      const expected = await offerChanges(staff).read()
      return [staff(), { body: { offers: [...expected, { ...draft, key: `audit_${count}` }], expected } }]
    },
  }
}
