import type { OwnerRun } from '#platform/server/db/driver.ts'
import type { SequenceState, TableShape } from './archive-format.ts'

/** The portal's own tables and sequences. Those of the job queue change with its library, see `waiting-jobs.ts`. */
const own = `pg_get_userbyid(c.relowner) = 'passerelle_owner' and n.nspname in ('public', 'auth', 'app') and not c.relispartition`

/** Quotes a name for SQL, each part by itself. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
}

/** All tables of the database, in the order of their names. */
export async function tableShapes(run: OwnerRun): Promise<TableShape[]> {
  const { rows } = await run(`
    select json_build_object(
      'name', n.nspname || '.' || c.relname,
      'columns', (
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''),
      'key', (
        select coalesce(json_agg(json_build_object('name', a.attname, 'collates', a.attcollation <> 0) order by k.place), '[]')
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary))::text as shape
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${own}
    order by (n.nspname || '.' || c.relname) collate "C"`)
  return rows.map(({ shape }) => JSON.parse(String(shape)) as TableShape)
}

export async function sequenceStates(run: OwnerRun): Promise<SequenceState[]> {
  const { rows } = await run(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${own} order by (n.nspname || '.' || c.relname) collate "C"`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await run(`select last_value::text as value, is_called from ${quoted(String(name))}`)
    states.push({
      name: String(name),
      lastValue: String(state.rows[0]?.value),
      isCalled: state.rows[0]?.is_called === true,
    })
  }
  return states
}
