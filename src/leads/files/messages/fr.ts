import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addFile: 'Ajouter un fichier',
  addFileTo: 'Ajouter un fichier à {name}',
  added: 'Fichier ajouté',
  addedByPartner: 'ajouté le {day} par le partenaire',
  addedByStaff: 'ajouté le {day} par l’équipe',
  fileHint: 'PDF, Word, Excel, JPEG ou PNG, 10 Mo au plus',
  fileMissing: 'Choisissez un fichier.',
  fileNotAdded: 'Fichier non ajouté',
  fileOfOthers: 'Vous ne pouvez retirer que les fichiers que vous avez ajoutés.',
  noSuchFile: 'Ce fichier n’existe plus.',
  removed: 'Fichier retiré',
  removeText: '« {name} » est retiré pour les deux côtés. C’est définitif.',
  removeTitle: 'Retirer le fichier ?',
  tooManyFiles: 'Un lead a au plus {max} fichiers : retirez-en un d’abord.',
} satisfies Texts<keyof typeof en>
