import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  nameMissing: 'en',
  tooManyFilters: 'en',
  tooManyViews: 'en',
} satisfies Specified<keyof typeof en>
