import { sql } from 'kysely'
import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { contractStageLabels } from '#contracts/signing/domain.ts'
import { texts } from '#platform/domain/languages.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { Contract, contractRoutes } from '../api.ts'
import { contractStatusLabels, contractTypeLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { presentContract } from './present.ts'
import { contractSortKeys, listContracts } from './queries.ts'

const signingMethodLabels = texts({ electronic: m.electronicSignature, validated: m.validatedByHand })

const columns: CsvColumns<Contract & { partnerEmail: string }> = [
  [m.partner, (row) => nameOf(row.partner)],
  [m.type, (row) => contractTypeLabels[row.contractType]],
  [m.heading, (row) => row.title],
  [m.status, (row) => contractStatusLabels[row.status]],
  [m.stage, (row) => contractStageLabels[row.stage]],
  [m.created, (row, zone) => csvDay(row.createdAt, zone)],
  [m.signedDate, (row, zone) => csvDay(row.signedAt, zone)],
  [m.signedBy, (row) => (row.signingMethod ? signingMethodLabels[row.signingMethod] : '')],
  [m.counterSignedDate, (row, zone) => csvDay(row.countersignedAt, zone)],
  [m.declinedBecause, (row) => row.declined?.reason ?? ''],
  [m.document, (row) => row.document?.fileName ?? row.document?.url ?? ''],
  [m.signatureReference, (row) => row.reference ?? ''],
  [m.partnerEmail, (row) => row.partnerEmail],
  [m.partnerId, (row) => row.partner.id],
  [m.id, (row) => row.id],
]

/** Every contract, for staff. */
export const contractsCsv: Handlers<typeof contractRoutes>['contractsCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'contracts',
    columns: () => columns,
    page: async (reader, query, cursor) => {
      const caller = { ...reader, sessionId: call.session?.id ?? null }
      const order = orderOf(contractSortKeys, { cursor, limit: exportPageSize }, '-date', sql`c.id`)
      const rows = await listContracts(caller.tx, query, order)
      return withPartnerEmails(
        caller.tx,
        sortedPage(rows, exportPageSize, (row) => presentContract(row, caller)),
      )
    },
  })
