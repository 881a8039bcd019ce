import { sql } from 'kysely'
import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { contractStageLabels } from '#contracts/signing/domain.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { Contract, contractRoutes } from '../api.ts'
import { contractStatusLabels, contractTypeLabels } from '../domain.ts'
import { presentContract } from './present.ts'
import { contractSortKeys, listContracts } from './queries.ts'

const signingMethodLabels = { electronic: 'Electronic signature', validated: 'Validated by hand' } as const

const columns: CsvColumns<Contract & { partnerEmail: string }> = [
  ['Partner', (row) => nameOf(row.partner)],
  ['Type', (row) => contractTypeLabels[row.contractType]],
  ['Title', (row) => row.title],
  ['Status', (row) => contractStatusLabels[row.status]],
  ['Stage', (row) => contractStageLabels[row.stage]],
  ['Created', (row, zone) => csvDay(row.createdAt, zone)],
  ['Signed', (row, zone) => csvDay(row.signedAt, zone)],
  ['Signed by', (row) => (row.signingMethod ? signingMethodLabels[row.signingMethod] : '')],
  ['Counter-signed', (row, zone) => csvDay(row.countersignedAt, zone)],
  ['Declined because', (row) => row.declined?.reason ?? ''],
  ['Document', (row) => row.document?.fileName ?? row.document?.url ?? ''],
  ['Signature reference', (row) => row.reference ?? ''],
  ['Partner e-mail', (row) => row.partnerEmail],
  ['Partner id', (row) => row.partner.id],
  ['Id', (row) => row.id],
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
