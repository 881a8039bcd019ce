import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  nothingRegistered: 'Le registre est vide',
} satisfies Texts<keyof typeof en>
