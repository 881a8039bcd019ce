import { sql } from 'kysely'
import type { Commission } from '#api/commissions.ts'
import type { commissionRoutes } from '#api/commissions.ts'
import { commissionStatusLabels } from '#domain/commissions.ts'
import { disputeStateLabels } from '#domain/disputes.ts'
import { nameOf } from '#domain/partners.ts'
import type { Handlers } from '../http/bind.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, csvPercent, exportPageSize, csvOf } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
import { presentCommission } from './present.ts'
import { commissionSortKeys, listCommissions } from './queries.ts'

const columns: CsvColumns<Commission> = [
  ['Date', (row) => csvDay(row.createdAt)],
  ['Partner', (row) => nameOf(row.partner)],
  ['Lead', (row) => row.lead?.name ?? ''],
  ['Company', (row) => row.lead?.company ?? ''],
  ['Description', (row) => row.description],
  ['Revenue (EUR)', (row) => csvEuros(row.revenueCents)],
  ['Rate (%)', (row) => csvPercent(row.commissionRate)],
  ['Tier', (row) => row.tierName],
  ['Amount (EUR)', (row) => csvEuros(row.amountCents)],
  ['Status', (row) => commissionStatusLabels[row.status]],
  ['Validated', (row) => csvDay(row.validatedAt)],
  ['Payable by', (row) => csvDay(row.payableBy)],
  ['Paid Date', (row) => csvDay(row.paidAt)],
  ['Payment reference', (row) => row.paymentReference],
  ['Held', (row) => row.heldReason ?? ''],
  ['Client invoice', (row) => row.clientPayment?.reference ?? ''],
  ['Received', (row) => row.clientPayment?.receivedOn ?? ''],
  ['Dispute', (row) => (row.disputeState ? disputeStateLabels[row.disputeState] : '')],
  ['Payout', (row) => row.payout?.reference ?? ''],
]

/** A partner's own commissions, or everybody's for staff. */
export const commissionsCsv: Handlers<typeof commissionRoutes>['commissionsCsv'] = (call) =>
  csvOf(call, {
    fileName: 'commissions',
    columns: () => columns,
    page: async ({ tx, actor }, query, cursor) => {
      const order = orderOf(commissionSortKeys, { cursor, limit: exportPageSize }, '-date', sql`c.id`)
      return sortedPage(await listCommissions(tx, { ...query, ofAll: actor.kind === 'admin' }, order), exportPageSize, (row) =>
        presentCommission(row, actor),
      )
    },
  })
