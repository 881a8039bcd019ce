import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  alreadyFollowed: 'en',
  companySignedTwice: 'en',
  contactIsFollowed: 'fr',
  contactSignedTwice: 'fr',
  error: 'fr',
  noSuchPartner: 'en',
  offerUnknown: 'en',
  onlyOwnLeads: 'fr',
  ownOfferUnknown: 'fr',
  ownRowUnreadable: 'fr',
  ownStatusUnknown: 'fr',
  partnerNotFound: 'en',
  requiredFields: 'en',
  rowUnreadable: 'en',
  staffError: 'en',
  statusUnknown: 'en',
} satisfies Specified<keyof typeof en>
