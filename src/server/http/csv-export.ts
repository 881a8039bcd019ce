import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Who } from '#api/route.ts'
import type { Actor } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { Portal } from '../portal.ts'
import { checkWho, parseQuery } from './route-rules.ts'
import { actorOf, findSession } from './session.ts'
import { isoDay } from '../provider-calendar.ts'

/** Rows read in one transaction: an export of any size holds no transaction for long and little in memory. */
export const exportPageSize = 500

interface Caller {
  readonly tx: Tx
  readonly actor: Actor
  readonly portal: Portal
  readonly now: Date
}

export type CsvColumns<T> = readonly (readonly [heading: string, content: (row: T) => string | number])[]

interface CsvExport<S extends z.core.$ZodType, T> {
  /** As in the API's paths, without `/api`. */
  readonly path: string
  readonly who: Who
  /** The filter of the list that it exports; its order is the list's usual one, which no change disturbs. */
  readonly query: S
  /** Begins the file's name; the day follows. */
  readonly fileName: string
  /** Heading and content of each column, in order. */
  readonly columns: (actor: Actor) => CsvColumns<T>
  readonly page: (
    caller: Caller,
    query: z.output<S>,
    cursor: string | undefined,
  ) => Promise<{ items: T[]; nextCursor: string | null }>
}

/**
 * `GET /api/….csv`: a whole list as a table for a spreadsheet, streamed. UTF-8 with its mark and semicolons, which Excel in
 * French opens as they are; a cell that a spreadsheet would take for a formula begins with an apostrophe.
 */
export function registerExport<S extends z.core.$ZodType, T>(app: FastifyInstance, portal: Portal, parts: CsvExport<S, T>): void {
  app.get(`/api${parts.path}`, async (request, reply) => {
    const actor = actorOf(await findSession(portal, request, reply))
    checkWho(parts.who, actor)
    const query = parseQuery(parts.query, request)
    const read = (cursor?: string) =>
      portal.database.asActor(actor, (tx) => parts.page({ tx, actor, portal, now: portal.clock.now() }, query, cursor))
    const columns = parts.columns(actor)
    const done = portal.heavyWork.begin(actor)
    const first = await read().catch((error: unknown) => {
      done()
      throw error
    })
    const records = async function* () {
      for (let page = first; ; page = await read(page.nextCursor ?? undefined)) {
        for (const row of page.items) yield columns.map(([, content]) => content(row))
        if (!page.nextCursor) return
      }
    }
    const table = stringify({
      bom: true,
      header: true,
      columns: columns.map(([heading]) => heading),
      delimiter: ';',
      record_delimiter: 'windows',
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    })
    const rows = Readable.from(records())
    rows.once('error', (error) => table.destroy(error))
    table.once('close', () => {
      rows.destroy()
      done()
    })
    const day = csvDay(portal.clock.now().toISOString())
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${parts.fileName}-${day}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(rows.pipe(table))
  })
}

/** '1234,56': an amount as a spreadsheet in French reads it. */
export function csvEuros(cents: number): string {
  const whole = Math.trunc(cents / 100)
  return `${whole},${String(Math.abs(cents % 100)).padStart(2, '0')}`
}

/** '2026-03-05': read as a date in every language; empty for none. The day is the one on screen in France, not the one in UTC. */
export function csvDay(iso: string | null): string {
  return iso === null ? '' : isoDay(new Date(iso))
}

/** '17,5' */
export function csvPercent(percent: number): string {
  return String(percent).replace('.', ',')
}
