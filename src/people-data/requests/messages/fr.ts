import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  noRequests: 'Aucune demande',
  noRequestsText: 'Ce que les personnes demandent sur leurs données figure ici, avec le jour de la réponse due.',
} satisfies Texts<keyof typeof en>
