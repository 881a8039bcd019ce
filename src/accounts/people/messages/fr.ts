import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  allPartners: 'Tous les partenaires',
  choosePartner: 'Choisissez un partenaire',
  company: 'Société',
  deletedPerson: '{name} (supprimé)',
  findPartners: 'Chercher des partenaires',
  invitationExpired: 'Invitation expirée',
  invitationOpen: 'Invitation en cours',
  morePartners: 'Et {count} de plus : cherchez par nom.',
  noPartnerFound: 'Aucun partenaire trouvé',
  noSuchPartner: 'Ce partenaire n’existe plus.',
  nowAdministrator: '{name} est administrateur et n’est plus partenaire.',
  partner: 'Partenaire',
  partners: 'Partenaires',
  partnersManagement: 'Gestion des partenaires',
  roleAccountant: 'Comptable',
  roleManager: 'Responsable',
  roleMember: 'Membre',
  roleOwner: 'Propriétaire',
  yourCompany: 'Votre société',
} satisfies Texts<keyof typeof en>
