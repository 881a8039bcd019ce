import { sql } from 'kysely'
import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { IssuedDocument, invoiceRoutes } from '../api.ts'
import { documentKindLabels, documentStateLabels } from '../domain/payout-documents.ts'
import { platformStatusLabels } from '../domain/platform-status.ts'
import { presentDocument } from './present.ts'
import { invoiceSortKeys, listDocuments } from './queries.ts'

/** Credit notes have negative amounts, so that the columns add up. */
const signed = ({ kind }: IssuedDocument, cents: number) => csvEuros(kind === 'credit_note' ? -cents : cents)

export const documentColumns: CsvColumns<IssuedDocument & { readonly partnerEmail: string }> = [
  ['Number', (row) => row.number],
  ['Kind', (row) => documentKindLabels[row.kind]],
  ['Issued', (row) => row.issuedOn],
  ['Partner', (row) => nameOf(row.partner)],
  ['Corrects', (row) => row.corrects ?? ''],
  ['Payout', (row) => row.payout.reference],
  ['Net (EUR)', (row) => signed(row, row.netCents)],
  ['VAT (EUR)', (row) => signed(row, row.vatCents)],
  ['Total (EUR)', (row) => signed(row, row.totalCents)],
  ['State', (row) => documentStateLabels[row.state]],
  ['Handed over', (row) => row.handover?.on ?? ''],
  ['Platform', (row) => row.handover?.platform ?? ''],
  ['Platform reference', (row) => row.handover?.reference ?? ''],
  ['Marked by', (row) => row.handover?.by ?? ''],
  ['Marked on', (row, zone) => csvDay(row.handover?.at ?? null, zone)],
  ['Platform status', (row) => (row.platformStatus ? platformStatusLabels[row.platformStatus.status] : '')],
  ['Status on', (row) => row.platformStatus?.on ?? ''],
  ['Status reason', (row) => row.platformStatus?.reason ?? ''],
  ['Partner e-mail', (row) => row.partnerEmail],
  ['Id', (row) => row.id],
  ['Partner id', (row) => row.partner.id],
  ['Payout id', (row) => row.payout.id],
]

/** A partner's own documents, or everybody's for staff. */
export const invoicesCsv: Handlers<typeof invoiceRoutes>['invoicesCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'invoices',
    columns: () => documentColumns,
    page: async ({ tx, now, actor }, query, cursor) => {
      const order = orderOf(invoiceSortKeys, { cursor, limit: exportPageSize }, '-date', sql`i.id`)
      const rows = await listDocuments(tx, query, order)
      return withPartnerEmails(
        tx,
        sortedPage(rows, exportPageSize, (row) => presentDocument(row, { now, actor })),
      )
    },
  })
