export default {
  documentForm: 'Form of the document',
  noText: 'This contract has no text: read its document.',
  sealedPdf: 'Sealed PDF',
  shareRead: '{percent}% viewed',
} as const
