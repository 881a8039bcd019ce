import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contractAndDocuments: 'en',
  contractAssigned: 'en',
  contractUploaded: 'en',
  downloadContract: 'en',
  eSignature: 'en',
  fileMissing: 'en',
  noContractFound: 'en',
  partnershipAgreement: 'en',
  signAmendment: 'en',
  signContract: 'en',
  stateSigned: 'en',
  uploadContract: 'en',
  uploadFailed: 'en',
} satisfies Specified<keyof typeof en>
