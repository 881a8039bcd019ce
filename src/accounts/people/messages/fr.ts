import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  choosePartner: 'Choisissez un partenaire',
  deletedPerson: '{name} (supprimé)',
  findPartners: 'Chercher des partenaires',
  invitationExpired: 'Invitation expirée',
  invitationOpen: 'Invitation en cours',
  toBeInvited: 'À inviter',
  morePartners: 'Et {count} de plus : cherchez par nom.',
  nowAdministrator: '{name} est administrateur et n’est plus partenaire.',
  partnersManagement: 'Gestion des partenaires',
  personLeft: '{name} (parti)',
  roleAccountant: 'Comptable',
  roleManager: 'Responsable',
  roleMember: 'Membre',
  roleOwner: 'Propriétaire',
  yourCompany: 'Votre société',
} satisfies Texts<keyof typeof en>
