import { nameOf } from '#accounts/people/domain.ts'
import { readAsFormer } from '#accounts/people/server/former-queries.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type Payout, payoutRoutes } from '../api/payouts.ts'
import { payoutStateLabels } from '../domain/payouts.ts'
import { payoutInvoiceLabels } from '../domain/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'
import { presentPayout } from './present.ts'
import { filterFor, listPayouts } from './queries.ts'
import { filesFor } from './sent-files.ts'

type Row = Payout & { partnerEmail: string }

const columns: CsvColumns<Row> = [
  [m.reference, (row) => row.reference],
  [m.issuedOn, (row, zone) => csvDay(row.issuedAt, zone)],
  [m.partner, (row) => nameOf(row.partner)],
  [m.commissions, (row) => row.commissionCount],
  [m.netInEuros, (row) => csvEuros(row.netCents)],
  [m.vatEur, (row) => csvEuros(row.vatCents)],
  [m.totalEur, (row) => csvEuros(row.totalCents)],
  [m.state, (row) => payoutStateLabels[row.state]],
  [m.acceptedOn, (row, zone) => csvDay(row.acceptedAt, zone)],
  [m.approvedOn, (row, zone) => csvDay(row.approvedAt, zone)],
  [m.sentOn, (row, zone) => csvDay(row.sentAt, zone)],
  [m.paidOn, (row, zone) => csvDay(row.paidAt, zone)],
  [m.paymentReference, (row) => row.paymentReference],
  [m.returnedOn, (row, zone) => csvDay(row.rejectedAt, zone)],
  [m.invoice, (row) => (row.invoice ? payoutInvoiceLabels[row.invoice.state] : '')],
  [m.numberOfInvoice, (row) => row.invoice?.number ?? ''],
  [m.invoiceDate, (row) => row.invoice?.issuedOn ?? ''],
  [m.reason, (row) => row.cancelReason ?? row.rejectReason ?? ''],
  [m.partnerEmail, (row) => row.partnerEmail],
  [m.partnerId, (row) => row.partner.id],
  [m.id, (row) => row.id],
]

/** Last, so that the other columns stay where readers of the table know them. */
const fileColumn: CsvColumns<Row>[number] = [m.bankFile, (row) => row.file?.reference ?? '']

/** A partner's own payouts, or everybody's for staff. */
export const payoutsCsv = csvOf(payoutRoutes.payoutsCsv, {
  columns: (actor) => (actor.kind === 'admin' ? [...columns, fileColumn] : columns),
  page: async ({ tx, actor, now }, query) => {
    const rows = await readAsFormer({ tx, actor }, query.partnerId, () => listPayouts(tx, filterFor(actor, query), now))
    const viewer = { actor, now, rule: null, blocks: new Map(), files: await filesFor({ tx, actor }, rows) }
    return withPartnerEmails(
      tx,
      sortedPage(rows, query.limit, (row) => presentPayout(row, viewer)),
    )
  },
})
