import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  contractAndDocuments: 'en',
  contractAssigned: 'en',
  contractDeleted: 'en',
  contractsManagement: 'en',
  contractUploaded: 'en',
  contractValidated: 'en',
  downloadContract: 'en',
  eSignature: 'en',
  fileMissing: 'en',
  linkMissing: 'en',
  markedAsSigned: 'en',
  missingFields: 'en',
  noContractFound: 'en',
  partnershipAgreement: 'en',
  pending: 'en',
  pendingSignature: 'en',
  requiredFields: 'en',
  signAmendment: 'en',
  signContract: 'en',
  signed: 'en',
  signedContracts: 'en',
  titleColumn: { en: 'Tier' },
  uploadContract: 'en',
  uploadFailed: 'en',
} satisfies Specified<keyof typeof en>
