import { csvMark } from '#platform/domain/csv.ts'
import { csvRecords } from '#platform/server/http/lists/csv-export.ts'
import type { PayoutBatch } from '../domain/payout-batch.ts'
import { payoutTable } from '../domain/payout-table.ts'

/** The batch for staff who type transfers into their bank's pages, in the format of the portal's other exports. */
export function payoutCsv(batch: PayoutBatch): string {
  return csvMark + csvRecords(payoutTable(batch))
}
