import type { ReadableOffer } from '#leads/lead-settings/api.ts'
import { type NamedOffer, nameFor, type OfferAmounts, type OfferWords, proposedAmount } from '#leads/offers/domain/offers.ts'
import { foreignLanguage, nameIn } from '#platform/domain/names.ts'

const none = { suggestedCents: null } as const

/** The offers of a new portal, as the specification names them; the migration has them too. */
export const defaultOffers: readonly (OfferWords & OfferAmounts & { readonly key: string })[] = [
  {
    key: 'automation',
    name: 'Automation simple 3-5K€',
    names: { fr: 'Automation simple 3-5K€', en: 'Simple automation €3-5K' },
    staffName: 'Essentielle',
    staffNames: { fr: 'Essentielle', en: 'Essential' },
    leastCents: 300_000,
    mostCents: 500_000,
    ...none,
  },
  {
    key: 'star',
    name: 'Star 8-12K€',
    names: { fr: 'Star 8-12K€', en: 'Star €8-12K' },
    staffName: 'Avancée',
    staffNames: { fr: 'Avancée', en: 'Advanced' },
    leastCents: 800_000,
    mostCents: 1_200_000,
    ...none,
  },
  {
    key: 'custom',
    name: 'Custom 30-50K€',
    names: { fr: 'Custom 30-50K€', en: 'Custom €30-50K' },
    staffName: 'Sur mesure',
    staffNames: { fr: 'Sur mesure', en: 'Bespoke' },
    leastCents: 3_000_000,
    mostCents: 5_000_000,
    ...none,
  },
]

/** As a file may name them. */
export const namedOffers: readonly NamedOffer[] = defaultOffers.map(({ key, name, names, staffName, staffNames }) => ({
  key,
  names: [name, staffName, ...Object.values(names), ...Object.values(staffNames)],
  isOpen: true,
}))

/** As one of the sides reads them now. */
export const readableOffers = (isStaff = false): ReadonlyMap<string, ReadableOffer> =>
  new Map(
    defaultOffers.map((offer) => {
      const name = nameFor(offer, isStaff)
      const { key, leastCents, mostCents } = offer
      const readable = { key, name: nameIn(name), nameLanguage: foreignLanguage(name), leastCents, mostCents }
      return [key, { ...readable, description: '', proposedCents: proposedAmount(offer), isSuggested: false, isOpen: true }]
    }),
  )
