import type { Run } from './attempts.ts'
import { type Catalogue, type Grant, type Grants, type Role, roles } from './catalogue.ts'

/** The privileges of every role on tables, as in GRANT; by column unless the whole table is granted. */
const tableRights = `
  select n.nspname as schema, c.relname as name, r.role, array(
    select case when v.whole then verb else verb || ' (' || v.columns || ')' end
    from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) verb
      cross join lateral (
        select has_table_privilege('passerelle_' || r.role, c.oid, verb) as whole,
          case when verb in ('select', 'insert', 'update', 'references') then (
            select string_agg(attname, ', ' order by attname) from pg_attribute a
            where a.attrelid = c.oid and attnum > 0 and not attisdropped
              and has_column_privilege('passerelle_' || r.role, c.oid, attnum, verb)
          ) end as columns
      ) v
    where v.whole or v.columns is not null
  ) as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest($1::text[]) r(role)
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_|^information_schema$|^probe$'
    and ($2::text is null or c.oid = to_regclass($2::text))`

/** A message for each difference between actual and expected grants on all tables, or on one. */
export async function grantFindings(run: Run, catalogue: Catalogue, only: string | null = null): Promise<string[]> {
  const { rows } = await run(tableRights, [roles, only])
  return rows.flatMap(({ schema, name, role, rights }) => {
    const table = schema === 'public' ? String(name) : `${schema}.${name}`
    const granted = (grantsOf(catalogue, String(schema), String(name))[role as Role] ?? []).map(inOrder)
    const grants = rights as string[]
    const extra = grants.filter((each) => !granted.includes(each as Grant))
    const missing = granted.filter((each) => !grants.includes(each))
    return [
      ...extra.map(
        (each) => `passerelle_${role} may ${each} on ${table}, which the catalogue does not grant: revoke it or name it`,
      ),
      ...missing.map((each) => `passerelle_${role} may not ${each} on ${table}, which the catalogue grants`),
    ]
  })
}

export function grantsOf(catalogue: Catalogue, schema: string, name: string): Grants {
  const library = catalogue.libraries[schema]
  if (library) return library.except[name] ?? library.all
  return catalogue.tables[schema === 'public' ? name : `${schema}.${name}`]?.grants ?? {}
}

/** Sorts columns, as the query does. */
function inOrder(grant: Grant): Grant {
  const [, verb, columns] = /^(\w+) \((.*)\)$/.exec(grant) ?? []
  return verb && columns ? (`${verb} (${columns.split(', ').sort().join(', ')})` as Grant) : grant
}

const functionRights = `
  select p.oid::regprocedure::text as signature, n.nspname as schema, r.role
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join unnest($1::text[]) r(role)
  where n.nspname !~ '^pg_|^information_schema$|^probe$' and has_function_privilege('passerelle_' || r.role, p.oid, 'execute')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

/** Messages about function, schema, sequence and role grants. */
export async function otherRightFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  const functions = await run(functionRights, [roles])
  const callers = functions.rows.flatMap(({ signature, schema, role }) => {
    if (catalogue.libraries[String(schema)]) return []
    const { execute = [] } = catalogue.functions[String(signature)] ?? {}
    return execute === 'everybody' || execute.includes(role as Role) ? [] : [`passerelle_${role} may call ${signature}`]
  })
  const schemas = await run(
    `select n.nspname as schema, r.role, array_remove(array[
        case when has_schema_privilege('passerelle_' || r.role, n.oid, 'usage') then 'usage' end,
        case when has_schema_privilege('passerelle_' || r.role, n.oid, 'create') then 'create' end], null) as rights
      from pg_namespace n cross join unnest($1::text[]) r(role) where n.nspname !~ '^pg_|^information_schema$|^probe$'`,
    [roles],
  )
  const inside = schemas.rows.flatMap(({ schema, role, rights }) => {
    const expected = catalogue.schemas[String(schema)]?.includes(role as Role) ? ['usage'] : []
    return String(rights) === String(expected)
      ? []
      : [`passerelle_${role} has [${rights}] on the schema ${schema}, not [${expected}]`]
  })
  const rest = await run(
    `select format('passerelle_%s may use the sequence %s', r.role, c.oid::regclass) as finding
      from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest($1::text[]) r(role)
      where c.relkind = 'S' and not n.nspname = any($2) and (has_sequence_privilege('passerelle_' || r.role, c.oid, 'usage')
        or has_sequence_privilege('passerelle_' || r.role, c.oid, 'select')
        or has_sequence_privilege('passerelle_' || r.role, c.oid, 'update'))
    union all
    select format('%s may act as %s', member.rolname, granted.rolname)
      from pg_auth_members m join pg_roles member on member.oid = m.member join pg_roles granted on granted.oid = m.roleid
      where member.rolname like 'passerelle\\_%'
    union all
    select format('the role %s has a right over the whole server', rolname) from pg_roles
      where rolname like 'passerelle\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb
      or rolreplication or rolcanlogin)
    union all
    select format('default rights of %s would be given with every new object', defaclrole::regrole) from pg_default_acl`,
    [roles, Object.keys(catalogue.libraries)],
  )
  return [...callers, ...inside, ...rest.rows.map(({ finding }) => String(finding))]
}
