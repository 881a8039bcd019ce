import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  mergeText: { en: 'Merge {about} into another lead of the company, which goes on? The partner reads ‘Regroupé’ and no name.' },
} satisfies Specified<keyof typeof en>
