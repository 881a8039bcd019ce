import { sql } from 'kysely'
import type { PersonRow } from '#api/partners.ts'
import type { partnerRoutes } from '#api/partners.ts'
import { contractStatusLabels } from '#domain/contracts.ts'
import { bankDetailLabels } from '#domain/payments.ts'
import type { Handlers } from '../http/bind.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, exportPageSize, csvOf } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
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
  ['Bank details', ({ bankDetails }) => (bankDetails ? bankDetailLabels[bankDetails.state] : '')],
  ['IBAN', ({ bankDetails }) => bankDetails?.maskedIban ?? ''],
  ['IBAN changed recently', ({ bankDetails }) => (bankDetails?.changedRecently ? 'yes' : '')],
  ['IBAN shared', ({ bankDetails }) => (bankDetails?.shared ? 'yes' : '')],
]

/** People with access or an invitation, for staff. */
export const partnersCsv: Handlers<typeof partnerRoutes>['partnersCsv'] = (call) =>
  csvOf(call, {
    fileName: 'partners',
    columns: () => columns,
    page: async ({ tx, actor, now, portal }, query, cursor) => {
      const order = orderOf(personSortKeys, { cursor, limit: exportPageSize }, '-joined', sql`p.user_id`)
      const rows = await listPeople({ tx, now }, query, order)
      return sortedPage(rows, exportPageSize, (row) => presentPerson(row, { actor, now, portal }))
    },
  })
