import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  addResource: 'en',
  contractsSigned: 'en',
  currentStatus: 'en',
  dashboard: 'en',
  pendingPayments: 'en',
  totalCommissions: 'en',
  totalOpportunities: 'en',
  totalRevenue: 'en',
  welcomePartner: 'en',
  welcomeStaff: 'en',
} satisfies Specified<keyof typeof en>
