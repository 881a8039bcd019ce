import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'

export const formatOptions = optionsOf(payoutFormats, {
  'pain.001.001.09': 'pain.001.001.09 (current)',
  'pain.001.001.03': 'pain.001.001.03 (older banks)',
})
