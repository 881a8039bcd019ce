import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  noErasures: 'Aucun effacement',
  noErasuresText: 'Un effacement est d’abord un projet, exécuté quelques jours plus tard ; il figure ici dès son projet.',
} satisfies Texts<keyof typeof en>
