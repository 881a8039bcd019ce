import { payoutFormats } from '#domain/bank/payout-batch.ts'
import { optionsOf } from '../ui/list-filter.tsx'

export const formatOptions = optionsOf(payoutFormats, {
  'pain.001.001.09': 'pain.001.001.09 (current)',
  'pain.001.001.03': 'pain.001.001.03 (older banks)',
})
