import { sql } from 'kysely'
import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { payoutInvoiceLabels } from '#money/uploaded-invoices/domain.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { Payout, payoutRoutes } from '../api/payouts.ts'
import { payoutStateLabels } from '../domain/payouts.ts'
import { presentPayout } from './present.ts'
import { filterFor, listPayouts, payoutSortKeys } from './queries.ts'
import { filesFor } from './sent-files.ts'

type Row = Payout & { partnerEmail: string }

const columns: CsvColumns<Row> = [
  ['Reference', (row) => row.reference],
  ['Issued', (row, zone) => csvDay(row.issuedAt, zone)],
  ['Partner', (row) => nameOf(row.partner)],
  ['Commissions', (row) => row.commissionCount],
  ['Net (EUR)', (row) => csvEuros(row.netCents)],
  ['VAT (EUR)', (row) => csvEuros(row.vatCents)],
  ['Total (EUR)', (row) => csvEuros(row.totalCents)],
  ['State', (row) => payoutStateLabels[row.state]],
  ['Accepted', (row, zone) => csvDay(row.acceptedAt, zone)],
  ['Approved', (row, zone) => csvDay(row.approvedAt, zone)],
  ['Sent', (row, zone) => csvDay(row.sentAt, zone)],
  ['Paid', (row, zone) => csvDay(row.paidAt, zone)],
  ['Payment reference', (row) => row.paymentReference],
  ['Returned', (row, zone) => csvDay(row.rejectedAt, zone)],
  ['Invoice', (row) => (row.invoice ? payoutInvoiceLabels[row.invoice.state] : '')],
  ['Invoice number', (row) => row.invoice?.number ?? ''],
  ['Invoice date', (row) => row.invoice?.issuedOn ?? ''],
  ['Reason', (row) => row.cancelReason ?? row.rejectReason ?? ''],
  ['Partner e-mail', (row) => row.partnerEmail],
  ['Partner id', (row) => row.partner.id],
  ['Id', (row) => row.id],
]

/** Last, so that the other columns stay where readers of the table know them. */
const fileColumn: CsvColumns<Row>[number] = ['Bank file', (row) => row.file?.reference ?? '']

/** A partner's own payouts, or everybody's for staff. */
export const payoutsCsv: Handlers<typeof payoutRoutes>['payoutsCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'payouts',
    columns: (actor) => (actor.kind === 'admin' ? [...columns, fileColumn] : columns),
    page: async ({ tx, actor, now }, query, cursor) => {
      const order = orderOf(payoutSortKeys(now), { cursor, limit: exportPageSize }, '-date', sql`p.id`)
      const rows = await listPayouts(tx, filterFor(actor, query), now, order)
      const viewer = { actor, now, rule: null, blocks: new Map(), files: await filesFor({ tx, actor }, rows) }
      return withPartnerEmails(
        tx,
        sortedPage(rows, exportPageSize, (row) => presentPayout(row, viewer)),
      )
    },
  })
