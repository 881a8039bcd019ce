import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  keyTwice: 'Une autre offre a cette clé.',
  keyUnfit:
    'Une clé commence par une lettre et n’a que des minuscules sans accent, des chiffres et des tirets bas, 40 caractères au plus.',
  lastOpenOffer: 'C’est la dernière offre que les nouveaux leads peuvent prendre : remettez-en d’abord une autre en service.',
  leastAboveMost: 'La borne haute est inférieure à la borne basse.',
  nameMissing: 'Saisissez le nom que lisent les partenaires.',
  noSuchOffer: 'Cette offre n’existe plus.',
  offerInUse: 'Un lead a pris cette offre, ou l’a eue : elle peut être retirée, mais plus supprimée.',
  offersChangedMeanwhile: 'Quelqu’un d’autre vient de modifier les offres. Regardez-les, puis réessayez.',
  rangeIncomplete: 'Une fourchette a une borne basse et une borne haute. Laissez les deux vides pour n’en donner aucune.',
  staffNameMissing: 'Saisissez le nom que lit l’équipe.',
  suggestedNothing: 'Un montant proposé est supérieur à zéro. Laissez vide pour n’en proposer aucun.',
  suggestedOutOfRange: 'Le montant proposé est hors de la fourchette.',
  theAmount: 'Le montant',
  tooManyOffers: 'Il y a {max} offres au plus, y compris celles qui sont retirées.',
} satisfies Texts<keyof typeof en>
