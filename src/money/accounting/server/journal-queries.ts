import { type CsvRow, csvFormat } from '#platform/domain/csv.ts'
import { type CsvColumns, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { programmeSettings } from '#provider/programme/server/queries.ts'
import { yearRoutes } from '../api/year.ts'
import { journalHeadings, journalRows } from '../domain/entries.ts'
import { readPieces } from './journal-pieces.ts'
import { accountsOf } from './year-commands.ts'

const columns: CsvColumns<CsvRow> = journalHeadings.map((heading, index) => [heading, (row) => row[index] ?? ''])

/** The journal of a period. */
export const journalCsv = csvOf(yearRoutes.journalCsv, {
  // The format of the FEC.
  format: csvFormat,
  columns: () => columns,
  page: async ({ tx }, { cursor, limit, ...period }) => {
    const accounts = accountsOf(await programmeSettings(tx))
    const pieces = await readPieces(tx, period, accounts, { after: cursor ?? null, limit })
    const page = pieces.slice(0, limit)
    const nextCursor = pieces.length > limit ? (page.at(-1)?.number ?? null) : null
    return { items: page.flatMap(journalRows), nextCursor }
  },
})
