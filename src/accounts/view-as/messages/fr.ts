import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  endView: 'Quitter cette vue',
  partnerView: 'Vue d’un partenaire',
  readOnly: 'Lecture seule : rien ne peut être modifié.',
  untilMoment: 'Jusqu’au {until}.',
  viewAsPartner: 'Voir comme ce partenaire',
  viewAsPerson: 'Voir comme cette personne',
  viewBar: 'Vous voyez le portail comme {name}',
  viewBarOf: 'Vous voyez le portail comme {name} ({place})',
} satisfies Texts<keyof typeof en>
