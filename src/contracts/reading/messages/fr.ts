import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  close: 'Fermer',
  contract: 'Contrat',
  document: 'Document',
  documentForm: 'Forme du document',
  download: 'Télécharger',
  noText: 'Ce contrat n’a pas de texte : lisez son document.',
  reading: 'Lecture',
  sealedPdf: 'PDF scellé',
  shareRead: '{percent} % parcouru',
  sign: 'Signer',
  text: 'Texte',
} satisfies Texts<keyof typeof en>
