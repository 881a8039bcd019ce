import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  companyTooShort: 'fr',
  emailInvalid: 'fr',
  nameTooShort: 'fr',
  offerMissing: 'fr',
  urlInvalid: 'fr',
} satisfies Specified<keyof typeof en>
