export default {
  close: 'Close',
  contract: 'Contract',
  document: 'Document',
  documentForm: 'Form of the document',
  download: 'Download',
  noText: 'This contract has no text: read its document.',
  reading: 'Reading',
  sealedPdf: 'Sealed PDF',
  shareRead: '{percent}% viewed',
  sign: 'Sign',
  text: 'Text',
} as const
