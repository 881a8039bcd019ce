import type { yearRoutes } from '#money/tax-year/api.ts'
import { accountsOf } from '#money/tax-year/server/commands.ts'
import type { CsvRow } from '#platform/domain/csv.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { programmeSettings } from '#provider/programme/server/queries.ts'
import { journalHeadings, journalRows } from '../domain/entries.ts'
import { readPieces } from './journal-pieces.ts'

const columns: CsvColumns<CsvRow> = journalHeadings.map((heading, index) => [heading, (row) => row[index] ?? ''])

/** The journal of a period. */
export const journalCsv: Handlers<typeof yearRoutes>['journalCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'journal',
    columns: () => columns,
    page: async ({ tx }, query, cursor) => {
      const accounts = accountsOf(await programmeSettings(tx))
      const pieces = await readPieces(tx, query, accounts, { after: cursor ?? null, limit: exportPageSize })
      const page = pieces.slice(0, exportPageSize)
      const nextCursor = pieces.length > exportPageSize ? (page.at(-1)?.number ?? null) : null
      return { items: page.flatMap(journalRows), nextCursor }
    },
  })
