import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contractsSigned: 'en',
  currentStatus: 'en',
  pendingPayments: 'en',
  signedShareHint: { en: 'of all leads stand in Signé' },
  totalCommissions: 'en',
  totalOpportunities: 'en',
  welcomePartner: 'en',
  welcomeStaff: 'en',
  wonShareHint: { en: 'of the closed ones: Signé against Perdu' },
} satisfies Specified<keyof typeof en>
