import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  alreadyFollowed: 'Déjà suivi : {name}, {company} ({partner})',
  companySignedTwice: 'Cette société est déjà suivie : elle ne peut pas être importée comme signée',
  contactIsFollowed: 'Ce contact est déjà suivi',
  contactSignedTwice: 'Ce contact est déjà suivi : il ne peut pas être importé comme signé',
  error: 'Erreur',
  noSuchPartner: 'Ce partenaire n’existe pas.',
  offerUnknown: 'Offre inconnue : « {text} »',
  onlyOwnLeads: 'Vous ne pouvez importer que vos propres leads, pas ceux de « {text} »',
  ownOfferUnknown: 'Offre inconnue : « {text} »',
  ownRowUnreadable: "Cette ligne n'a pas la forme attendue",
  ownStatusUnknown: 'Statut inconnu : « {text} »',
  partnerNotFound: 'Partenaire introuvable : {text}',
  requiredFields: 'Veuillez remplir tous les champs obligatoires',
  rowUnreadable: 'Cette ligne n’a pas la forme attendue',
  staffError: 'Erreur',
  statusUnknown: 'Statut inconnu : « {text} »',
} satisfies Texts<keyof typeof en>
