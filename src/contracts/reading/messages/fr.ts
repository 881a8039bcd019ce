import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  documentForm: 'Forme du document',
  sealedPdf: 'PDF scellé',
  shareRead: '{percent} % parcouru',
} satisfies Texts<keyof typeof en>
