import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  erasures: 'Effacements',
  notices: 'Avis',
  peopleDataLead: 'Ce que les personnes apprennent et demandent, et ce qui est conservé sur elles, pour combien de temps',
  register: 'Registre',
  requests: 'Demandes',
} satisfies Texts<keyof typeof en>
