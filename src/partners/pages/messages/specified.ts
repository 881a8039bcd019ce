import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addPartner: 'en',
  noPartnersYet: 'en',
  partnersManagement: 'en',
} satisfies Specified<keyof typeof en>
