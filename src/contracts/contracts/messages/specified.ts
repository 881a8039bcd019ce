import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contractAndDocuments: 'en',
  contractAssigned: 'en',
  contractDeleted: 'en',
  contractsManagement: 'en',
  contractUploaded: 'en',
  contractIsValidated: 'en',
  downloadContract: 'en',
  eSignature: 'en',
  fileMissing: 'en',
  markedAsSigned: 'en',
  noContractFound: 'en',
  partnershipAgreement: 'en',
  pendingSignature: 'en',
  signAmendment: 'en',
  signContract: 'en',
  stateSigned: 'en',
  signedContracts: 'en',
  titleColumn: { en: 'Tier' },
  uploadContract: 'en',
  uploadFailed: 'en',
} satisfies Specified<keyof typeof en>
