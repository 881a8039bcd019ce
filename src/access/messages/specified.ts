import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  fileTooLarge: 'en',
  missingFile: 'en',
  onlyDocumentsAndImages: 'en',
  onlyPdfAndWord: 'en',
} satisfies Specified<keyof typeof en>
