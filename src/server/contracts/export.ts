import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Contract } from '#api/contracts.ts'
import { contractFilter } from '#api/contracts.ts'
import { contractStatusLabels, contractTypeLabels } from '#domain/contracts.ts'
import { nameOf } from '#domain/partners.ts'
import { contractStageLabels } from '#domain/signing.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, exportPageSize, registerExport } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
import type { Portal } from '../portal.ts'
import { presentContract } from './present.ts'
import { contractSortKeys, listContracts } from './queries.ts'

const signingMethodLabels = { electronic: 'Electronic signature', validated: 'Validated by hand' } as const

const columns: CsvColumns<Contract> = [
  ['Partner', (row) => nameOf(row.partner)],
  ['Type', (row) => contractTypeLabels[row.contractType]],
  ['Title', (row) => row.title],
  ['Status', (row) => contractStatusLabels[row.status]],
  ['Stage', (row) => contractStageLabels[row.stage]],
  ['Created', (row) => csvDay(row.createdAt)],
  ['Signed', (row) => csvDay(row.signedAt)],
  ['Signed by', (row) => (row.signingMethod ? signingMethodLabels[row.signingMethod] : '')],
  ['Counter-signed', (row) => csvDay(row.countersignedAt)],
  ['Declined because', (row) => row.declined?.reason ?? ''],
  ['Document', (row) => row.document?.fileName ?? row.document?.url ?? ''],
]

/** `GET /api/contracts.csv`: every contract, for staff. */
export function registerContractExport(app: FastifyInstance, portal: Portal): void {
  registerExport(app, portal, {
    path: '/contracts.csv',
    who: 'admin',
    query: z.strictObject(contractFilter),
    fileName: 'contracts',
    columns: () => columns,
    page: async (caller, query, cursor) => {
      const order = orderOf(contractSortKeys, { cursor, limit: exportPageSize }, '-date', sql`c.id`)
      return sortedPage(await listContracts(caller.tx, query, order), exportPageSize, (row) => presentContract(row, caller))
    },
  })
}
