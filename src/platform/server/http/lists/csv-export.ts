/// <reference path="../../../api/papaparse.d.ts" />
import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { core } from 'zod/mini'
import type { Actor } from '#access/domain/actor.ts'
import type { Route } from '#platform/api/route.ts'
import { type CsvCell, type CsvRow, csvFormat, csvMark, readersCsvFormat, withoutFormulas } from '#platform/domain/csv.ts'
import { textOf, type Words } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { CsvAnswer } from '../answers.ts'
import type { Call, OwnCall } from '../bind.ts'

/** Rows read in one transaction: an export of any size holds no transaction for long and little in memory. */
export const exportPageSize = 500

type Caller = Pick<Call, 'tx' | 'actor' | 'portal' | 'now' | 'sessionId'>

export type CsvColumns<T> = readonly (readonly [heading: Words, content: (row: T, zone: string) => CsvCell])[]

interface CsvExport<Query, T> {
  /** The format of a file that is the same in every language. */
  readonly format?: typeof csvFormat
  /** Heading and content of each column, in order; days are those of the provider's time zone. */
  readonly columns: (actor: Actor) => CsvColumns<T>
  /** A page of the list that it exports, in the list's usual order, which no change disturbs. */
  readonly page: (
    caller: Caller,
    query: Query & { readonly cursor: string | undefined; readonly limit: number },
  ) => Promise<{ items: T[]; nextCursor: string | null }>
}

/**
 * A whole list as a table for a spreadsheet, streamed, whose name is the route's and the day's. UTF-8 with its mark, in the
 * format that the reader's Excel opens as it is; programs get one format in every language. A cell that a spreadsheet would take
 * for a formula begins with an apostrophe.
 */
export const csvOf =
  <Query, T>({ path }: Route & { readonly query: core.$ZodType<Query> }, parts: CsvExport<Query, T>) =>
  async ({ portal, actor, session, query }: OwnCall & { readonly query: Query }): Promise<CsvAnswer> => {
    const read = (tx: Tx, cursor?: string) =>
      parts.page(
        { tx, actor, portal, now: portal.clock.now(), sessionId: session?.id ?? null },
        { ...query, cursor, limit: exportPageSize },
      )
    const columns = parts.columns(actor)
    const format = parts.format ?? (session ? readersCsvFormat() : csvFormat)
    // Read before the answer begins, so that what is refused gets a status of its own. The file has one time zone.
    const [first, zone] = await portal.database.asActor(actor, (tx) => Promise.all([read(tx), providerZone(tx)]))
    const cellsOf = (rows: readonly T[]) => rows.map((row) => columns.map(([, content]) => content(row, zone)))
    const records = async function* () {
      yield csvMark + csvRecords([columns.map(([heading]) => textOf(heading)), ...cellsOf(first.items)], format)
      for (let { nextCursor } = first; nextCursor; ) {
        const cursor = nextCursor
        const page = await portal.database.asActor(actor, (tx) => read(tx, cursor))
        yield csvRecords(cellsOf(page.items), format)
        nextCursor = page.nextCursor
      }
    }
    const day = csvDay(portal.clock.now().toISOString(), zone)
    return {
      fileName: path.slice(1).replace('.csv', `-${day}.csv`),
      table: Readable.from(records(), { objectMode: false }),
    }
  }

/** Empty without rows, as a later page is when its rows were deleted meanwhile. */
export function csvRecords(rows: readonly CsvRow[], format = csvFormat): string {
  return rows.length === 0 ? '' : `${Papa.unparse(withoutFormulas(rows, format), format)}${format.newline}`
}

/** '2026-03-05': read as a date in every language; empty for none. The day is the one on screen, not the one in UTC. */
export function csvDay(iso: string | null, zone: string): string {
  return iso === null ? '' : isoDay(new Date(iso), zone)
}
