import { sql } from 'kysely'
import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { ClientPayment, clientPaymentRoutes } from '../api/client-payments.ts'
import { presentClientPayment } from './present.ts'
import { clientPaymentSortKeys, listClientPayments } from './queries.ts'

const signed = (row: ClientPayment) => (row.kind === 'refund' ? -row.netCents : row.netCents)

interface ExportedPayment extends ClientPayment {
  readonly partnerEmail: string
  readonly commissionId: string | null
  readonly payoutReference: string | null
}

/** Its columns are read by the import. */
const columns: CsvColumns<ExportedPayment> = [
  ['Date', (row) => row.receivedOn],
  ['Kind', (row) => (row.kind === 'refund' ? 'Refund' : 'Payment')],
  ['Invoice', (row) => row.reference],
  ['Refund of', (row) => row.refundsReference ?? ''],
  ['Partner', (row) => nameOf(row.partner)],
  ['Lead', (row) => row.lead.name],
  ['Company', (row) => row.lead.company],
  ['Lead id', (row) => row.lead.id],
  ['Net amount (EUR)', (row) => csvEuros(signed(row))],
  ['Commission (EUR)', (row) => csvEuros(row.commissionCents)],
  ['Payable by', (row, zone) => csvDay(row.payableBy, zone)],
  ['Recorded', (row, zone) => csvDay(row.recordedAt, zone)],
  ['Recorded by', (row) => row.recordedBy ?? ''],
  ['Payout', (row) => row.payoutReference ?? ''],
  ['Commission id', (row) => row.commissionId ?? ''],
  ['Partner e-mail', (row) => row.partnerEmail],
  ['Partner id', (row) => row.partner.id],
  ['Id', (row) => row.id],
]

/** Payments of clients of a partner's own leads, or everybody's for staff. */
export const clientPaymentsCsv: Handlers<typeof clientPaymentRoutes>['clientPaymentsCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'client-payments',
    columns: () => columns,
    page: async ({ tx, actor }, query, cursor) => {
      const order = orderOf(clientPaymentSortKeys, { cursor, limit: exportPageSize }, '-received', sql`p.id`)
      const page = sortedPage(await listClientPayments(tx, query, order), exportPageSize, (row) => ({
        ...presentClientPayment(row, actor),
        commissionId: row.commission_id,
        payoutReference: row.payout_reference,
      }))
      return withPartnerEmails(tx, page)
    },
  })
