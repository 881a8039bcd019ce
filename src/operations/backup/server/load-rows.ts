import type { OwnerRun } from '#platform/server/db/driver.ts'
import type { SequenceState, TableShape } from './archive-format.ts'
import { quoted, tableShapes } from './table-shapes.ts'

/**
 * Empties all tables and takes away what would check or change rows while they are loaded: foreign keys, because tables refer to
 * each other in circles, and triggers, which would count and record everything again. `guardAgain` puts them back. The open
 * transaction runs as the tables' owner.
 */
export async function unguard(run: OwnerRun): Promise<{ guardAgain(): Promise<void> }> {
  const names = (await tableShapes(run)).map(({ name }) => name)
  const tables = names.map(quoted)
  const { rows: keys } = await run(
    `
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as "table",
      string_agg(format('drop constraint %I', k.conname), ', ') as without,
      string_agg(format('add constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), ', ') as again
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname || '.' || c.relname = any($1)
    group by 1`,
    [names],
  )
  const inAll = (statement: (table: string) => string) => run(tables.map(statement).join('; '))
  for (const { table, without } of keys) await run(`alter table ${table} ${without}`)
  await inAll((table) => `alter table ${table} disable trigger user`)
  // Only tables that migrations filled are emptied: with the others and their indexes it would take seconds.
  const filled = await run(
    tables.map((table) => `select '${table}' as "table" where exists (select from ${table})`).join(' union all '),
  )
  if (filled.rows.length > 0) await run(`truncate ${filled.rows.map((row) => row.table).join(', ')}`)
  return {
    /** Checks all references. */
    async guardAgain() {
      for (const { table, again } of keys) await run(`alter table ${table} ${again}`)
      await inAll((table) => `alter table ${table} enable trigger user`)
    },
  }
}

/** Inserts rows as `readRows` wrote them. */
export async function insertLines(run: OwnerRun, { name, columns }: TableShape, lines: string): Promise<void> {
  const values = columns.map(({ type }, at) => `(r ->> ${at})::${type}`).join(', ')
  await run(
    `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')}) overriding system value
    select ${values} from jsonb_array_elements($1::text::jsonb) r`,
    [`[${lines.trimEnd().replaceAll('\n', ',')}]`],
  )
}

/** Puts sequences where they were, so that numbers go on. */
export async function setSequences(run: OwnerRun, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await run('select setval($1::text::regclass, $2::text::bigint, $3::boolean)', [quoted(name), lastValue, isCalled])
  }
}
