import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Run } from './attempts.ts'
import { roles } from './catalogue.ts'

const file = fileURLToPath(new URL('inventory.txt', import.meta.url))
const header = `# What there is in the database, and who is granted what. Written by 'npm run db:types': do not edit.
# docs/schema.sql has the conditions of the policies; the other files of this folder say who is to reach which row.
# Left out: months of events, as long as they are closed to everybody, and functions and triggers of the job queue (pgboss).`
const notListed = `Not in test/policies/inventory.txt, which 'npm run db:types' writes for a review: `
const notSo = 'In test/policies/inventory.txt, and not so any more: '

/** Schemas of our own and of the job queue, without those of PostgreSQL and of these tests. */
const areSchemas = `n.nspname !~ '^pg_|^information_schema$|^probe$'`
export const areOurs = `${areSchemas} and n.nspname <> 'pgboss'`
export const areTables = `c.relkind in ('r', 'p', 'v', 'm', 'f')`
export const tableName = `case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end`
const eachRole = `unnest($1::text[]) with ordinality r(role, place)`
const names = `string_agg(r.role, ', ' order by r.place)`

/** Who has a privilege, by PostgreSQL's function for its kind of object. */
const holders = (has: string, object: string, privilege: string) => `case
  when has_${has}_privilege('public', ${object}, ${privilege}) then 'everybody'
  else coalesce((select ${names} from ${eachRole} where has_${has}_privilege('passerelle_' || r.role, ${object}, ${privilege})),
    'nobody') end`

const schemas = `
  select 'schema ' || n.nspname || ': ' || verb || ' by ' || ${holders('schema', 'n.oid', 'verb')} as line
  from pg_namespace n cross join unnest(array['usage', 'create']) verb where ${areSchemas}`

const functions = `
  select 'function ' || p.oid::regprocedure || ': as its ' || case when p.prosecdef then 'owner' else 'caller' end ||
    ', by ' || ${holders('function', 'p.oid', `'execute'`)} as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${areOurs} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

/** Privileges by column where the whole table is not granted. */
const tables = `
  with tables as (
    select c.oid, 'table ' || ${tableName} as name, c.relrowsecurity as secured, c.relispartition as is_part,
      n.nspname = 'pgboss' as is_queue
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${areTables} and ${areSchemas} and ($2::text is null or c.oid = to_regclass($2::text))
  ), verbs as (
    select t.oid, t.name, verb, r.role, r.place, has_table_privilege('passerelle_' || r.role, t.oid, verb) as whole
    from tables t cross join ${eachRole}
      cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) verb
  )
  select name || ', ' || case when secured then '' else 'no ' end || 'row security' as line
    from tables where not (is_part and secured)
  union all select name || ': ' || verb || ' by ' || ${names} from verbs r where whole group by name, verb
  union all
  select r.name || ': ' || verb || ' (' || a.attname || ') by ' || ${names}
    from verbs r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    where not whole and verb in ('select', 'insert', 'update', 'references')
      and has_column_privilege('passerelle_' || r.role, r.oid, a.attnum, verb)
    group by r.name, verb, a.attname
  union all
  select t.name || ': policy ' || p.polname || ' for ' ||
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end ||
    ' to ' || (select string_agg(coalesce(substr(rolname, 12), 'everybody'), ', ' order by rolname)
      from unnest(p.polroles) each(role) left join pg_roles on oid = role) ||
    case when p.polpermissive then '' else ', restrictive' end
    from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select t.name || ': trigger ' || g.tgname || case g.tgenabled when 'O' then '' else ', disabled' end
    from tables t join pg_trigger g on g.tgrelid = t.oid
    where not g.tgisinternal and not is_queue and not (is_part and g.tgenabled = 'O')`

async function linesOf(run: Run, query: string, ...more: readonly (string | null)[]): Promise<string[]> {
  const { rows } = await run(query, [roles, ...more])
  return [...new Set(rows.map(({ line }) => withoutDay(String(line))))].sort()
}

/** The job queue has a table for each of these days, and tomorrow others. */
const withoutDay = (line: string) => line.replace(/(?<=^table pgboss\.\w+)_\d{8}(?=[,:])/, '_<day>')

/** The text of the file, with a blank line before each table. */
export async function inventoryText(run: Run): Promise<string> {
  const ofTables = (await linesOf(run, tables, null)).map((line) => line.replace(/^table [^:]*, /, '\n$&'))
  return [header, '', ...(await linesOf(run, schemas)), ...ofTables, '', ...(await linesOf(run, functions)), ''].join('\n')
}

/** A message for each difference between a database and the file. */
export async function inventoryFindings(run: Run): Promise<string[]> {
  return [...(await tableFindings(run)), ...(await otherFindings(run))]
}

/** The differences of all tables, or of the one that PostgreSQL names so: `public.leads`. */
export async function tableFindings(run: Run, only: string | null = null): Promise<string[]> {
  const name = only?.replace(/^public\./, '')
  return differences(await linesOf(run, tables, only), (line) =>
    name ? line.startsWith(`table ${name},`) || line.startsWith(`table ${name}:`) : line.startsWith('table '),
  )
}

/** The differences of schemas and functions. */
export async function otherFindings(run: Run): Promise<string[]> {
  const present = [...(await linesOf(run, schemas)), ...(await linesOf(run, functions))]
  return differences(present, (line) => /^(schema|function) /.test(line))
}

function differences(present: readonly string[], isAbout: (line: string) => boolean): string[] {
  const listed = readFileSync(file, 'utf8').split('\n').filter(isAbout)
  const [there, expected] = [new Set(present), new Set(listed)]
  // Where the job queue was never opened, as after a migration, it has no tables yet.
  const hasQueue = present.some(isOfQueue)
  return [
    ...present.filter((line) => !expected.has(line)).map((line) => notListed + line),
    ...listed.filter((line) => !there.has(line) && (hasQueue || !isOfQueue(line))).map((line) => notSo + line),
  ]
}

const isOfQueue = (line: string) => /^(schema|table) pgboss\b/.test(line)
