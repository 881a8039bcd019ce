import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  allOffers: 'Toutes les offres',
  offer: 'Offre',
} satisfies Texts<keyof typeof en>
