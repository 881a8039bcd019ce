import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  activePartners: 'en',
  allCommissions: 'en',
  amount: 'en',
  commissionMarkedPaid: 'en',
  commissionValidated: 'en',
  globalCommissions: 'en',
  goesWithLead: { en: 'This commission goes when its lead leaves Signé.' },
  markAsPaid: 'en',
  noCommissions: 'en',
  noCommissionsOwn: { en: 'A commission appears here when one of your leads reaches Signé.' },
  noCommissionsStaff: { en: "A commission appears here when a partner's lead reaches Signé." },
  paid: 'en',
  paidDate: 'en',
  paidSum: 'en',
  paymentTerm: 'en',
  rate: 'en',
  revenue: 'en',
  totalPaid: 'en',
  validate: 'en',
  validated: 'en',
  validatedSum: 'en',
} satisfies Specified<keyof typeof en>
