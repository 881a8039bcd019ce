import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  atTime: '{day} à {time} ({zone})',
  notInJournal: 'Le journal des événements ne contient pas l’arrivée de ce lead.',
  notSealed: 'Le récépissé n’a pas pu être scellé. Réessayez dans un instant.',
  receiptErased:
    'Le client de ce lead a été effacé, et le récépissé avec lui. Qui en détient une copie peut toujours la faire vérifier.',
  receiptNumber: 'Récépissé {number}',
  receiptOf: 'Récépissé {number} : {company}',
  receiptReady: 'Récépissé prêt : partager',
  shareReceipt: 'Partager le récépissé',
} satisfies Texts<keyof typeof en>
