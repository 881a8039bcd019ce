import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  appDescription: 'Espace réservé aux partenaires invités',
  bicWrong: 'Un BIC a 8 ou 11 lettres et chiffres',
  dayRange: 'Entre 0 et 90 jours',
  derivedAddress:
    'L’adresse découle de celle du siège : changez-y la rue, le code postal et la ville (Réglages, Qui nous sommes).',
  firstTagline: 'Recommandez, suivez, soyez rémunéré.',
  hourRange: 'Entre 1 et 720 heures',
  ibanWrong: 'Cet IBAN n’est pas valide',
  instantNeedsNewFormat: 'Les virements instantanés exigent pain.001.001.09',
  monthRange: 'Entre 1 et 12 mois',
  noSecurityContact: 'Aucune adresse pour signaler une faille n’est renseignée.',
  noSuchLogo: 'Ce logo n’existe pas.',
  noSuchTimeZone: 'Aucun fuseau horaire de ce nom',
  percentRange: 'Entre 1 et 100 %',
  sirenWrong: 'Ce SIREN n’est pas valide',
  theLimit: 'Le plafond',
  theMinimum: 'Le minimum',
  tooManyAccounts: 'Au plus 20 comptes',
  unknownTimeZone: 'Choisissez un fuseau horaire de la liste',
} satisfies Texts<keyof typeof en>
