import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  currentStatus: 'en',
  maximumTier: 'en',
  toNextInBar: 'en',
} satisfies Specified<keyof typeof en>
