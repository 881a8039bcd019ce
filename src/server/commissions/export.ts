import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Commission } from '#api/commissions.ts'
import { commissionFilter } from '#api/commissions.ts'
import { commissionStatusLabels } from '#domain/commissions.ts'
import { nameOf } from '#domain/partners.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, csvPercent, exportPageSize, registerExport } from '../http/csv-export.ts'
import { orderOf, sortedPage } from '../http/listing.ts'
import type { Portal } from '../portal.ts'
import { presentCommission } from './present.ts'
import { commissionSortKeys, listCommissions } from './queries.ts'

const columns: CsvColumns<Commission> = [
  ['Date', (row) => csvDay(row.createdAt)],
  ['Partner', (row) => nameOf(row.partner)],
  ['Lead', (row) => row.lead?.name ?? ''],
  ['Company', (row) => row.lead?.company ?? ''],
  ['Description', (row) => row.description],
  ['Revenue (EUR)', (row) => csvEuros(row.revenueCents)],
  ['Rate (%)', (row) => csvPercent(row.commissionRate)],
  ['Tier', (row) => row.tierName],
  ['Amount (EUR)', (row) => csvEuros(row.amountCents)],
  ['Status', (row) => commissionStatusLabels[row.status]],
  ['Validated', (row) => csvDay(row.validatedAt)],
  ['Payable by', (row) => csvDay(row.payableBy)],
  ['Paid Date', (row) => csvDay(row.paidAt)],
]

/** `GET /api/commissions.csv`: a partner's own commissions, or everybody's for staff. */
export function registerCommissionExport(app: FastifyInstance, portal: Portal): void {
  registerExport(app, portal, {
    path: '/commissions.csv',
    who: 'unlocked',
    query: z.strictObject(commissionFilter),
    fileName: 'commissions',
    columns: () => columns,
    page: async ({ tx, actor }, query, cursor) => {
      const order = orderOf(commissionSortKeys, { cursor, limit: exportPageSize }, '-date', sql`c.id`)
      return sortedPage(await listCommissions(tx, { ...query, ofAll: actor.kind === 'admin' }, order), exportPageSize, (row) =>
        presentCommission(row, actor),
      )
    },
  })
}
