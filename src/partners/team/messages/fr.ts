import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  accountantGetsNoLead: '{name} est comptable et ne voit aucun lead. Choisissez un autre collègue.',
  emailInvalid: 'Adresse e-mail invalide',
  mainPersonStays:
    '{name} est la personne du partenaire que connaît la plateforme et reste propriétaire. Demandez à la plateforme d’en changer.',
  missingFields: 'Champs manquants',
  noSuchColleague: 'Cette personne n’appartient plus à la société.',
  noSuchCompany: 'Ce partenaire n’existe pas.',
  noSuchLead: 'Ce lead n’existe plus.',
  notJoinedYet: '{name} n’a pas encore accepté l’invitation.',
  onlyOwners: 'Seul un propriétaire décide des personnes de la société.',
  ownLeadsOnly: 'Vous transmettez les leads que vous avez saisis. Un propriétaire ou un responsable transmet les autres.',
  ownRole: 'Personne ne change ni ne retire son propre accès ici. Un autre propriétaire le fait.',
  teamFull:
    '{max, plural, =0 {{providerName} n’autorise pas encore de collègues.} one {{providerName} autorise un collègue en plus de la première personne.} other {{providerName} autorise {max} collègues en plus de la première personne.}} Demandez-en davantage à {contact, select, none {{providerName}} other {{contact}}}.',
  tooManyInvitations: 'Trop d’invitations en une heure. Réessayez plus tard.',
} satisfies Texts<keyof typeof en>
