import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addPartner: 'Ajouter un partenaire',
  allBankDetails: 'Toutes les coordonnées bancaires',
  allBilling: 'Toutes les facturations',
  allDocuments: 'Tous les justificatifs',
  allInvitations: 'Toutes les invitations',
  allRoles: 'Tous les rôles',
  alsoColleagues: '{count, plural, one {et un collègue} other {et {count} collègues}}',
  inviteFirst: 'Inviter le premier partenaire',
  noContract: 'Aucun contrat',
  noPartnersHint: 'Invitez le premier : il entre par un lien.',
  noPartnersYet: 'Aucun partenaire pour l’instant',
  partnersLead: 'Qui a accès au portail, et qui y est invité',
  partnersManagement: 'Gestion des partenaires',
  personCount: '{count} {count, plural, one {personne} other {personnes}}',
  requestDocuments: 'Demander des justificatifs',
  roleByProvider: 'par le compte de l’entreprise',
  searchHint: 'Par nom, société ou e-mail',
  totalRevenue: 'Chiffre d’affaires total',
} satisfies Texts<keyof typeof en>
