export default {
  documentForm: 'Form of the document',
  sealedPdf: 'Sealed PDF',
  shareRead: '{percent}% viewed',
} as const
