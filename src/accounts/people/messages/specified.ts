import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  deletedPerson: 'en',
} satisfies Specified<keyof typeof en>
