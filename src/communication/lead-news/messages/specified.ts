import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  leadLostWhen: { en: 'A lead of yours is in Perdu, and why.' },
} satisfies Specified<keyof typeof en>
