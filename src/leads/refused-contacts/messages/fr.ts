import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contactRefused: 'Ce contact ne peut pas être enregistré. La société peut l’être avec un autre contact.',
  ownContactRefused:
    'Ce contact ne peut pas être enregistré. La société peut l’être avec un autre contact. Si ce contact est le vôtre, écrivez-nous ou faites une demande sur {address}.',
} satisfies Texts<keyof typeof en>
