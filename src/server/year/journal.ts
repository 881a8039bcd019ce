import type { yearRoutes } from '#api/year.ts'
import type { CsvRow } from '#domain/csv.ts'
import type { Accounts, Piece } from '#domain/journal/entries.ts'
import { journalHeadings, journalNotice, journalRows } from '#domain/journal/entries.ts'
import type { Handlers } from '../http/bind.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvOf, exportPageSize } from '../http/csv-export.ts'
import { programmeSettings } from '../programme/queries.ts'
import { piecesOf } from './journal-pieces.ts'

const columns: CsvColumns<CsvRow> = journalHeadings.map((heading, index) => [heading, (row) => row[index] ?? ''])

/** Cursor of the page after the last piece: the sentence for the accountant. */
const noticeCursor = 'notice'

/** The journal of a period, whose last row says that an accountant has to check it. */
export const journalCsv: Handlers<typeof yearRoutes>['journalCsv'] = (call) =>
  csvOf(call, {
    fileName: 'journal',
    columns: () => columns,
    page: async ({ tx }, query, cursor) => {
      if (cursor === noticeCursor) return { items: [[journalNotice]], nextCursor: null }
      const [found, settings] = await Promise.all([piecesOf(tx, query, cursor ?? null, exportPageSize), programmeSettings(tx)])
      const accounts: Accounts = {
        commissions: settings.account_commissions,
        vat: settings.account_vat,
        suppliers: settings.account_suppliers,
        bank: settings.account_bank,
      }
      const page: readonly (Piece & { key: string })[] = found.slice(0, exportPageSize)
      const nextCursor = found.length > exportPageSize ? (page.at(-1)?.key ?? null) : noticeCursor
      return { items: page.flatMap((piece) => journalRows(piece, accounts)), nextCursor }
    },
  })
