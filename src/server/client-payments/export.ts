import { sql } from 'kysely'
import type { ClientPayment, clientPaymentRoutes } from '#api/client-payments.ts'
import { nameOf } from '#domain/partners.ts'
import type { Handlers } from '../http/bind.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, csvOf, exportPageSize } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
import { presentClientPayment } from './present.ts'
import { clientPaymentSortKeys, listClientPayments } from './queries.ts'

const signed = (row: ClientPayment) => (row.kind === 'refund' ? -row.netCents : row.netCents)

/** Its columns are read by the import. */
const columns: CsvColumns<ClientPayment> = [
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
  ['Payable by', (row) => csvDay(row.payableBy)],
  ['Recorded', (row) => csvDay(row.recordedAt)],
  ['Recorded by', (row) => row.recordedBy ?? ''],
]

/** Payments of clients of a partner's own leads, or everybody's for staff. */
export const clientPaymentsCsv: Handlers<typeof clientPaymentRoutes>['clientPaymentsCsv'] = (call) =>
  csvOf(call, {
    fileName: 'client-payments',
    columns: () => columns,
    page: async ({ tx, actor }, query, cursor) => {
      const order = orderOf(clientPaymentSortKeys, { cursor, limit: exportPageSize }, '-received', sql`p.id`)
      return sortedPage(await listClientPayments(tx, query, order), exportPageSize, (row) => presentClientPayment(row, actor))
    },
  })
