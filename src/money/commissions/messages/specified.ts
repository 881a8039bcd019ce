import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  activePartners: 'en',
  allCommissions: 'en',
  amount: 'en',
  commissionMarkedPaid: 'en',
  commissionValidated: 'en',
  globalCommissions: 'en',
  markAsPaid: 'en',
  noCommissions: 'en',
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
