import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contactRefused: 'Ce contact ne peut pas être enregistré. La société peut l’être avec un autre contact.',
  ownContactRefused:
    'Ce contact ne peut pas être enregistré : son titulaire ne le veut pas. Si c’est le vôtre et que vous voulez être recontacté, écrivez-nous, ou demandez-le sur {address}.',
} satisfies Texts<keyof typeof en>
