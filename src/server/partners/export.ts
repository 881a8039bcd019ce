import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { PersonRow } from '#api/partners.ts'
import { personFilter } from '#api/partners.ts'
import { contractStatusLabels } from '#domain/contracts.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, exportPageSize, registerExport } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
import type { Portal } from '../portal.ts'
import { presentPerson } from './present.ts'
import { listPeople, personSortKeys } from './queries.ts'

const columns: CsvColumns<PersonRow> = [
  ['Partner', (row) => row.fullName],
  ['Email', (row) => row.email],
  ['Company', (row) => row.company],
  ['Role', (row) => row.role],
  ['State', (row) => row.state],
  ['Contract', (row) => (row.contract ? contractStatusLabels[row.contract] : '')],
  ['Total Revenue (EUR)', (row) => csvEuros(row.totalRevenueCents)],
  ['Joined', (row) => csvDay(row.joinedAt)],
]

/** `GET /api/partners.csv`: people with access or an invitation, for staff. */
export function registerPartnerExport(app: FastifyInstance, portal: Portal): void {
  registerExport(app, portal, {
    path: '/partners.csv',
    who: 'admin',
    query: z.strictObject(personFilter),
    fileName: 'partners',
    columns: () => columns,
    page: async ({ tx, actor, now }, query, cursor) => {
      const order = orderOf(personSortKeys, { cursor, limit: exportPageSize }, '-joined', sql`p.user_id`)
      const rows = await listPeople(tx, query, order)
      return sortedPage(rows, exportPageSize, (row) => presentPerson(row, { actor, now, portal }))
    },
  })
}
