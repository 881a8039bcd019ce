import type en from './en.ts'

export default {
  contactRefused: 'Ce contact ne peut pas être enregistré. La société peut l’être avec un autre contact.',
} satisfies Record<keyof typeof en, string>
