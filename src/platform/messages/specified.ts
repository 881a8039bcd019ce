import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  fileTooLarge: 'en',
  heldLeadNotSigned: { en: 'This contact is already followed up: this lead cannot move to Signé until the team has decided.' },
  missingFile: 'en',
  missingLink: 'en',
  onlyDocumentsAndImages: 'en',
  onlyPdfAndWord: 'en',
  pageNotFound: 'en',
  provideLink: 'en',
  refusedLeadNotSigned: { en: 'This lead was refused: it cannot move to Signé.' },
  requiredFields: 'en',
  retry: 'fr',
  returnHome: 'en',
  titleContractNotSigned: 'en',
  uploadFile: 'en',
} satisfies Specified<keyof typeof en>
