import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addPartner: 'en',
  deleteQuestion: 'en',
  invitationFailed: 'en',
  inviteNewPartner: 'en',
  markedAsSigned: 'en',
  noPartnersYet: 'en',
  partnerDeleted: 'en',
  partnerInvited: 'en',
  partnersManagement: 'en',
  personRemoved: 'en',
  roleIsNow: 'en',
  roleUpdated: 'en',
  updateRole: 'en',
} satisfies Specified<keyof typeof en>
