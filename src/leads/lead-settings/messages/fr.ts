import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  allOffers: 'Toutes les offres',
  movedOrNot: 'Avec ou sans mouvement',
  movement: 'Mouvement',
  notMovedForLong: 'Sans mouvement depuis longtemps',
} satisfies Texts<keyof typeof en>
