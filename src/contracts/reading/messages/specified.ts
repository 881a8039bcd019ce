import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  close: 'fr',
  contract: 'fr',
  document: 'fr',
  documentForm: 'fr',
  download: 'fr',
  noText: 'en',
  reading: 'fr',
  sealedPdf: 'fr',
  shareRead: 'fr',
  sign: 'fr',
  text: 'fr',
} satisfies Specified<keyof typeof en>
