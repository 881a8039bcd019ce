import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { OpenTransaction } from '#platform/server/db/driver.ts'

type Run = (text: string, parameters?: readonly unknown[]) => ReturnType<OpenTransaction['query']>
export type Row = Readonly<Record<string, unknown>>
/** Rows by qualified table name: 'public.leads'. */
export type Rows = Readonly<Record<string, readonly Row[]>>

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The rows of a portal at the given migration. */
export function readFixture(version: string): Rows {
  return JSON.parse(gunzipSync(readFileSync(inRoot(`test/fixtures/${version}.json.gz`))).toString())
}

/** A folder with the migrations up to that number. */
export function migrationsUpTo(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-migrations-'))
  for (const name of readdirSync(inRoot('migrations'))) {
    if (name.slice(0, version.length) <= version) cpSync(join(inRoot('migrations'), name), join(folder, name))
  }
  return folder
}

/**
 * Replaces all rows of a migrated database by the fixture's, with the product's triggers disabled, which would count and record
 * them again. Foreign keys and CHECK constraints apply.
 */
export async function loadRows(run: Run, fixture: Rows): Promise<void> {
  const tables = await inOrderOfReferences(run, Object.keys(fixture))
  await run('begin; set local role passerelle_owner')
  for (const table of tables) await run(`alter table ${table} disable trigger user`)
  for (const table of tables.toReversed()) await run(`delete from ${table}`)
  for (const table of tables) {
    const rows = fixture[table] ?? []
    if (rows.length === 0) continue
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    await run(
      `insert into ${table} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
  await run("select setval(pg_get_serial_sequence('events', 'seq'), (select max(seq) from events))")
  for (const table of tables) await run(`alter table ${table} enable trigger user`)
  await run('commit')
}

/** Sorts tables so that referenced ones come first. */
async function inOrderOfReferences(run: Run, tables: readonly string[]): Promise<string[]> {
  const { rows } = await run(`
    select f.nspname || '.' || c.relname as from_table, t.nspname || '.' || r.relname as to_table
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace f on f.oid = c.relnamespace
      join pg_class r on r.oid = k.confrelid join pg_namespace t on t.oid = r.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`)
  const ordered: string[] = []
  const add = (table: string) => {
    if (ordered.includes(table)) return
    for (const row of rows) if (row.from_table === table) add(String(row.to_table))
    ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}

/** The database's rows, with the columns and column order of `like`. */
export async function rowsLike(run: Run, like: Rows): Promise<Rows> {
  const rowsByTable: Record<string, readonly Row[]> = {}
  for (const [table, rows] of Object.entries(like)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    const { rows: answer } = await run(
      `select coalesce(json_agg(t order by t::text), '[]')::text as rows from (select ${columns} from ${table}) t`,
    )
    rowsByTable[table] = JSON.parse(String(answer[0]?.rows))
  }
  return rowsByTable
}
