import { nameOf } from '#accounts/people/domain.ts'
import { readAsFormerOf } from '#accounts/people/server/former-queries.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type IssuedDocument, invoiceRoutes } from '../api.ts'
import { documentKindLabels, documentStateLabels } from '../domain/payout-documents.ts'
import { platformStatusLabels } from '../domain/platform-status.ts'
import { m } from '../messages/messages.ts'
import { presentDocument } from './present.ts'
import { listDocuments } from './queries.ts'

/** Credit notes have negative amounts, so that the columns add up. */
const signed = ({ kind }: IssuedDocument, cents: number) => csvEuros(kind === 'credit_note' ? -cents : cents)

export const documentColumns: CsvColumns<IssuedDocument & { readonly partnerEmail: string }> = [
  [m.number, (row) => row.number],
  [m.kind, (row) => documentKindLabels[row.kind]],
  [m.issuedOn, (row) => row.issuedOn],
  [m.partner, (row) => nameOf(row.partner)],
  [m.corrects, (row) => row.corrects ?? ''],
  [m.payout, (row) => row.payout.reference],
  [m.netEur, (row) => signed(row, row.netCents)],
  [m.vatEur, (row) => signed(row, row.vatCents)],
  [m.totalEur, (row) => signed(row, row.totalCents)],
  [m.state, (row) => documentStateLabels[row.state]],
  [m.handedOver, (row) => row.handover?.on ?? ''],
  [m.platform, (row) => row.handover?.platform ?? ''],
  [m.platformReference, (row) => row.handover?.reference ?? ''],
  [m.markedBy, (row) => row.handover?.by ?? ''],
  [m.markedOn, (row, zone) => csvDay(row.handover?.at ?? null, zone)],
  [m.platformStatus, (row) => (row.platformStatus ? platformStatusLabels[row.platformStatus.status] : '')],
  [m.statusOn, (row) => row.platformStatus?.on ?? ''],
  [m.statusReason, (row) => row.platformStatus?.reason ?? ''],
  [m.partnerEmail, (row) => row.partnerEmail],
  [m.id, (row) => row.id],
  [m.partnerId, (row) => row.partner.id],
  [m.payoutId, (row) => row.payout.id],
]

/** A partner's own documents, or everybody's for staff. */
export const invoicesCsv = csvOf(invoiceRoutes.invoicesCsv, {
  columns: () => documentColumns,
  page: async ({ tx, now, actor }, query) => {
    const rows = await readAsFormerOf({ tx, actor }, query, () => listDocuments(tx, query))
    return withPartnerEmails(
      tx,
      sortedPage(rows, query.limit, (row) => presentDocument(row, { now, actor })),
    )
  },
})
