import { sql } from 'kysely'
import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { disputeStateLabels } from '#money/disputes/domain.ts'
import { csvEuros, csvPercent } from '#platform/domain/csv.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { Commission, commissionRoutes } from '../api/commissions.ts'
import { commissionStatusLabels } from '../domain.ts'
import { presentCommission } from './present.ts'
import { commissionSortKeys, listCommissions } from './queries.ts'

const columns: CsvColumns<Commission & { partnerEmail: string }> = [
  ['Date', (row, zone) => csvDay(row.createdAt, zone)],
  ['Partner', (row) => nameOf(row.partner)],
  ['Lead', (row) => row.lead?.name ?? ''],
  ['Company', (row) => row.lead?.company ?? ''],
  ['Description', (row) => row.description],
  ['Revenue (EUR)', (row) => csvEuros(row.revenueCents)],
  ['Rate (%)', (row) => csvPercent(row.commissionRate)],
  ['Tier', (row) => row.tierName],
  ['Amount (EUR)', (row) => csvEuros(row.amountCents)],
  ['Status', (row) => commissionStatusLabels[row.status]],
  ['Validated', (row, zone) => csvDay(row.validatedAt, zone)],
  ['Payable by', (row, zone) => csvDay(row.payableBy, zone)],
  ['Paid Date', (row, zone) => csvDay(row.paidAt, zone)],
  ['Payment reference', (row) => row.paymentReference],
  ['Held', (row) => row.heldReason ?? ''],
  ['Client invoice', (row) => row.clientPayment?.reference ?? ''],
  ['Received', (row) => row.clientPayment?.receivedOn ?? ''],
  ['Dispute', (row) => (row.disputeState ? disputeStateLabels[row.disputeState] : '')],
  ['Payout', (row) => row.payout?.reference ?? ''],
  ['Partner e-mail', (row) => row.partnerEmail],
  ['Partner id', (row) => row.partner.id],
  ['Lead id', (row) => row.lead?.id ?? ''],
  ['Takes back', (row) => row.reversesId ?? ''],
  ['Id', (row) => row.id],
]

/** A partner's own commissions, or everybody's for staff. */
export const commissionsCsv: Handlers<typeof commissionRoutes>['commissionsCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'commissions',
    columns: () => columns,
    page: async ({ tx, actor, now }, query, cursor) => {
      const order = orderOf(commissionSortKeys, { cursor, limit: exportPageSize }, '-date', sql`c.id`)
      const rows = await listCommissions(tx, { ...query, now, ofAll: actor.kind === 'admin' }, order)
      return withPartnerEmails(
        tx,
        sortedPage(rows, exportPageSize, (row) => presentCommission(row, actor)),
      )
    },
  })
