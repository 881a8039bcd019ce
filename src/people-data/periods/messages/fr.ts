import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  choosePeriodOf: 'Modifier : {of}',
  choosePeriodText: 'Rien n’est supprimé selon la nouvelle durée avant que quelqu’un l’ait confirmée.',
  chosenPeriod: 'Durée choisie',
  confirmPeriods: 'Confirmer ces durées',
  confirmPeriodsText: 'Dès la nuit prochaine, ce qui arrive à échéance est supprimé définitivement.',
  daysKept: 'Jours',
  goesAway: 'Supprimé',
  goingSoon: 'Dans les sept jours',
  lastNight: 'Dernier passage',
  neverRan: 'Aucun encore',
  notConfirmed: 'Le passage nocturne ne fait que compter : personne n’a confirmé les durées en vigueur.',
  nothingGoes: 'Rien',
  periodsChanged: 'Les durées ont été modifiées entre-temps. Relisez-les, puis confirmez-les.',
  periodsConfirmed: 'Durées confirmées',
  periodsConfirmedText: 'Le prochain passage supprime ce qui est arrivé à échéance.',
  periodsInForce: 'Durées de conservation',
  reasonMissing: 'Indiquez pourquoi la durée est plus longue que d’usage',
  reasonTooLong: 'Le motif a au plus 500 caractères',
  reasonWhenLonger: 'Nécessaire si elle dépasse l’usage ({length})',
  tooShort: 'La loi demande au moins {days} jours',
} satisfies Texts<keyof typeof en>
