import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { ownOutlook } from '#money/coming/server/queries.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type ClientPayment, clientPaymentRoutes } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { presentClientPayment } from './present.ts'
import { listClientPayments } from './queries.ts'

const signed = (row: ClientPayment) => (row.kind === 'refund' ? -row.netCents : row.netCents)

interface ExportedPayment extends ClientPayment {
  readonly partnerEmail: string
  readonly commissionId: string | null
  readonly payoutReference: string | null
}

/** Its columns are read by the import. */
const columns: CsvColumns<ExportedPayment> = [
  [m.date, (row) => row.receivedOn],
  [m.kind, (row) => (row.kind === 'refund' ? m.refund() : m.payment())],
  [m.invoice, (row) => row.reference],
  [m.refundOfHeading, (row) => row.refundsReference ?? ''],
  [m.partner, (row) => nameOf(row.partner)],
  [m.lead, (row) => row.lead.name],
  [m.company, (row) => row.lead.company],
  [m.leadId, (row) => row.lead.id],
  [m.netAmountEur, (row) => csvEuros(signed(row))],
  [m.commissionEur, (row) => csvEuros(row.commissionCents)],
  [m.payableByHeading, (row, zone) => csvDay(row.payableBy, zone)],
  [m.recorded, (row, zone) => csvDay(row.recordedAt, zone)],
  [m.recordedBy, (row) => row.recordedBy ?? ''],
  [m.payout, (row) => row.payoutReference ?? ''],
  [m.commissionId, (row) => row.commissionId ?? ''],
  [m.partnerEmail, (row) => row.partnerEmail],
  [m.partnerId, (row) => row.partner.id],
  [m.id, (row) => row.id],
]

/** Payments of clients of a partner's own leads, or everybody's for staff. */
export const clientPaymentsCsv = csvOf(clientPaymentRoutes.clientPaymentsCsv, {
  columns: () => columns,
  page: async (call, query) => {
    const [rows, outlook] = await Promise.all([listClientPayments(call.tx, query), ownOutlook(call)])
    const page = sortedPage(rows, query.limit, (row) => ({
      ...presentClientPayment(row, call.actor, outlook),
      commissionId: row.commission_id,
      payoutReference: row.payout_reference,
    }))
    return withPartnerEmails(call.tx, page)
  },
})
