import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  fileTooLarge: 'en',
  heldLeadNotSigned: { en: 'This contact is already followed up: this lead cannot move to Signé until the team has decided.' },
  missingFile: 'en',
  missingLink: 'en',
  onlyDocumentsAndImages: 'en',
  onlyPdfAndWord: 'en',
  pageNotFound: 'en',
  refusedLeadNotSigned: { en: 'This lead was refused: it cannot move to Signé.' },
  retry: 'fr',
  returnHome: 'en',
} satisfies Specified<keyof typeof en>
