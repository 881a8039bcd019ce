import { makeProbe, type Run } from './attempts.ts'
import type { Catalogue, Row } from './catalogue.ts'

/** An SQL literal; values come from the catalogue and contain no dollar sign. */
export function quoted(text: string): string {
  return `$q$${text}$q$`
}

/** The row as a composite value, so that the database parses each column by type. */
export function typed(table: string, row: Row): string {
  return `jsonb_populate_record(null::${table}, ${quoted(JSON.stringify(row))}::jsonb)`
}

/** Primary key columns by table. */
export async function keysOf(run: Run): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await run(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table,
      array_agg(a.attname::text order by k.place) as keys
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(i.indkey::int2[]) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where i.indisprimary and n.nspname !~ '^pg_' group by 1`)
  return new Map(rows.map((row) => [String(row.table), row.keys as string[]]))
}

/**
 * Begins a transaction as the owner and inserts the sample rows of the catalogue. Rows of the migrations stay; the caller rolls
 * back.
 */
export async function insertRows(run: Run, catalogue: Catalogue): Promise<void> {
  await run('begin; set local role passerelle_owner')
  await makeProbe(run)
  const keys = await keysOf(run)
  for (const [table, { rows = {} }] of Object.entries(catalogue.tables)) {
    for (const [label, row] of Object.entries(rows)) {
      const columns = Object.keys(row)
      const key = keys.get(table) ?? []
      const others = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)
      const already =
        others.length > 0 ? `on conflict (${key.join(', ')}) do update set ${others.join(', ')}` : 'on conflict do nothing'
      try {
        await run(
          `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from ${typed(table, row)} ${already}`,
        )
      } catch (error) {
        throw new Error(`The row "${label}" of ${table} in test/policies cannot be written: ${(error as Error).message}`)
      }
    }
  }
  await run('set constraints all immediate; set constraints all deferred')
}
