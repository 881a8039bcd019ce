import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  pageNotFound: 'en',
  retry: 'fr',
  returnHome: 'en',
} satisfies Specified<keyof typeof en>
