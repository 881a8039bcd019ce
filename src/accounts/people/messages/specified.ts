import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  allPartners: 'en',
  choosePartner: 'en',
  deletedPerson: 'en',
  findPartners: 'en',
  invitationExpired: 'en',
  invitationOpen: 'en',
  morePartners: 'en',
  noPartnerFound: 'en',
  noSuchPartner: 'en',
  nowAdministrator: 'en',
  partner: 'en',
  partners: 'en',
  partnersManagement: 'en',
} satisfies Specified<keyof typeof en>
