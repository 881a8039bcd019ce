import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  error: 'fr',
  noSuchLead: 'en',
  notInJournal: 'en',
  notSealed: 'fr',
  receiptNumber: 'fr',
  receiptOf: 'fr',
  receiptReady: 'fr',
  shareReceipt: 'fr',
} satisfies Specified<keyof typeof en>
