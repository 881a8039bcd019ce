import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  contractsSigned: 'en',
  currentStatus: 'en',
  pendingPayments: 'en',
  totalCommissions: 'en',
  totalOpportunities: 'en',
  welcomePartner: 'en',
  welcomeStaff: 'en',
} satisfies Specified<keyof typeof en>
