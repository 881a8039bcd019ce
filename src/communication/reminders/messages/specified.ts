import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  atMost: 'en',
  mailsOnTheirWay: 'en',
  nobodyReminded: 'en',
  reminderSent: 'en',
} satisfies Specified<keyof typeof en>
