import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  endFailed: 'fr',
  endView: 'fr',
  error: 'en',
  notJoined: 'en',
  partnerView: 'fr',
  readOnly: 'fr',
  untilMoment: 'fr',
  viewAsPartner: 'en',
  viewBar: 'fr',
} satisfies Specified<keyof typeof en>
