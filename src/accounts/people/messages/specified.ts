import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  deletedPerson: 'en',
} satisfies Specified<keyof typeof en>
