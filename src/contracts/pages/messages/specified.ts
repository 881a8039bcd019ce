import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contractDeleted: 'en',
  contractIsValidated: 'en',
  contractsManagement: 'en',
  markedAsSigned: 'en',
  signedContracts: 'en',
  titleColumn: { en: 'Tier' },
} satisfies Specified<keyof typeof en>
