import { createHash } from 'node:crypto'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import type { TableShape } from './archive-format.ts'
import { quoted } from './table-shapes.ts'

/** What a table holds: `sha256` is that of all its lines, in the order of its key. */
export interface TableTotals {
  readonly rows: number
  readonly sha256: string
}

/** Some rows of a table: one line each, a JSON array with the text of every column as PostgreSQL writes it. */
export interface RowLines {
  readonly lines: string
  readonly rows: number
}

/** Bytes of one read, roughly. */
const batchBytes = 1_000_000
const batchRows = { first: 100, max: 5000 }

/** How values are written as text: the same on every server. */
const sameText = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0`

/** Opens a transaction that reads the database as it is now, with the rights of its owner. */
export async function beginSnapshot(run: OwnerRun): Promise<void> {
  await run(`begin isolation level repeatable read read only; set local role passerelle_owner; ${sameText}`)
}

/** Values are written the same way in the transaction that is open. */
export async function writeSameText(run: OwnerRun): Promise<void> {
  await run(sameText)
}

/**
 * The rows of a table in the order of its key, by bytes and not by a language's rules, so that two databases compare. Memory
 * depends on the widest rows alone.
 */
export async function* readRows(run: OwnerRun, table: TableShape): AsyncGenerator<RowLines, TableTotals> {
  const values = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const order = table.key.map(({ name, collates }) => quoted(name) + (collates ? ' collate "C"' : '')).join(', ')
  const lines = `select json_build_array(${values})::text as line from ${quoted(table.name)}`
  const query = order ? `${lines} order by ${order}` : `select line from (${lines}) unordered order by line collate "C"`
  const hash = createHash('sha256')
  let total = 0
  await run(`declare backup_rows no scroll cursor for ${query}`)
  for (let count = batchRows.first; ; ) {
    const { rows } = await run(`fetch ${count} from backup_rows`)
    if (rows.length === 0) break
    const text = `${rows.map(({ line }) => String(line)).join('\n')}\n`
    hash.update(text)
    total += rows.length
    yield { lines: text, rows: rows.length }
    count = Math.max(1, Math.min(batchRows.max, Math.floor((batchBytes * rows.length) / text.length)))
  }
  await run('close backup_rows')
  return { rows: total, sha256: hash.digest('hex') }
}

/** Count and checksum of a table. */
export async function readTotals(run: OwnerRun, table: TableShape): Promise<TableTotals> {
  const reading = readRows(run, table)
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return value
  }
}
