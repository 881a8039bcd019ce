import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  noNotices: 'Personne à informer',
  noNoticesText: 'Les clients qu’un partenaire a indiqués sont informés dans le mois ; ceux qui restent à informer figurent ici.',
} satisfies Texts<keyof typeof en>
