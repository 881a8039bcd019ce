import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { m } from '../messages/messages.ts'

export const formatOptions = optionsOf(payoutFormats, {
  'pain.001.001.09': m.currentFormat(),
  'pain.001.001.03': m.olderBanks(),
})
