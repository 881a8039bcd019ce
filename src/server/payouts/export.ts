import { sql } from 'kysely'
import type { Payout, payoutRoutes } from '#api/payouts.ts'
import { nameOf } from '#domain/partners.ts'
import { payoutStateLabels } from '#domain/payouts.ts'
import type { Handlers } from '../http/bind.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, csvOf, exportPageSize } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
import { presentPayout } from './present.ts'
import { listPayouts, payoutSortKeys } from './queries.ts'

const columns: CsvColumns<Payout> = [
  ['Reference', (row) => row.reference],
  ['Issued', (row) => csvDay(row.issuedAt)],
  ['Partner', (row) => nameOf(row.partner)],
  ['Commissions', (row) => row.commissionCount],
  ['Net (EUR)', (row) => csvEuros(row.netCents)],
  ['VAT (EUR)', (row) => csvEuros(row.vatCents)],
  ['Total (EUR)', (row) => csvEuros(row.totalCents)],
  ['State', (row) => payoutStateLabels[row.state]],
  ['Accepted', (row) => csvDay(row.acceptedAt)],
  ['Approved', (row) => csvDay(row.approvedAt)],
  ['Sent', (row) => csvDay(row.sentAt)],
  ['Paid', (row) => csvDay(row.paidAt)],
  ['Payment reference', (row) => row.paymentReference],
  ['Returned', (row) => csvDay(row.rejectedAt)],
  ['Reason', (row) => row.cancelReason ?? row.rejectReason ?? ''],
  ['Id', (row) => row.id],
]

/** A partner's own payouts, or everybody's for staff. */
export const payoutsCsv: Handlers<typeof payoutRoutes>['payoutsCsv'] = (call) =>
  csvOf(call, {
    fileName: 'payouts',
    columns: () => columns,
    page: async ({ tx, actor, now }, query, cursor) => {
      const order = orderOf(payoutSortKeys(now), { cursor, limit: exportPageSize }, '-date', sql`p.id`)
      const rows = await listPayouts(tx, query, now, order)
      return sortedPage(rows, exportPageSize, (row) => presentPayout(row, { actor, now, rule: null }))
    },
  })
