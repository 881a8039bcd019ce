import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  accessRestricted: 'en',
  addResource: 'en',
  allLeads: 'en',
  contactIsFollowed: 'fr',
  dashboard: 'en',
  enterSpace: 'fr',
  linkMissing: 'en',
  menuCommissions: 'en',
  menuLeads: 'en',
  menuStatus: 'en',
  missingLink: 'en',
  pendingSignature: 'en',
  requiredFields: 'en',
  resources: 'en',
  specifiedMissingFields: 'en',
  specifiedPending: 'en',
  specifiedValidationError: 'fr',
  totalRevenue: 'en',
  uploadFile: 'en',
} satisfies Specified<keyof typeof en>
