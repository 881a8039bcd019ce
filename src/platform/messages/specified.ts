import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  fileTooLarge: 'en',
  missingFile: 'en',
  missingLink: 'en',
  onlyDocumentsAndImages: 'en',
  onlyPdfAndWord: 'en',
  pageNotFound: 'en',
  provideLink: 'en',
  requiredFields: 'en',
  retry: 'fr',
  returnHome: 'en',
  titleContractNotSigned: 'en',
  uploadFile: 'en',
} satisfies Specified<keyof typeof en>
