import type { Run } from './attempts.ts'
import { roles } from './catalogue.ts'
import { areOurs, areTables, tableName } from './inventory.ts'

/** What no review can agree to. A role that reads as a person reads rows by policies alone. */
const broken = `
  select format('The table %s belongs to %s, not to passerelle_owner.', ${tableName}, c.relowner::regrole) as finding
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${areTables} and ${areOurs} and c.relowner <> 'passerelle_owner'::regrole
  union all
  select format('The table %s has no row security, and passerelle_%s may %s all of its rows.', ${tableName}, role, verb)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest(array['anonymous', 'partner', 'admin']) role
      cross join unnest(array['select', 'insert', 'update', 'delete']) verb
    where ${areTables} and ${areOurs} and not c.relrowsecurity and (has_table_privilege('passerelle_' || role, c.oid, verb)
      or (verb <> 'delete' and has_any_column_privilege('passerelle_' || role, c.oid, verb)))
  union all
  select format('The function %s acts as %s, not as passerelle_owner.', p.oid::regprocedure, p.proowner::regrole)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${areOurs} and p.prosecdef and p.proowner <> 'passerelle_owner'::regrole
  union all
  select format('The function %s acts as its owner on a search path of its caller''s.', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${areOurs} and p.prosecdef and coalesce(array_to_string(p.proconfig, ';'), '') !~ 'search_path='
  union all
  select format('The function %s is planned anew at each call: in plpgsql its plan is kept.', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where ${areOurs} and n.nspname = 'app' and l.lanname = 'sql' and (p.prosecdef or p.proconfig is not null)
  union all
  select format('passerelle_%s may use the sequence %s', role, c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest($1::text[]) role
    where c.relkind = 'S' and ${areOurs} and has_sequence_privilege('passerelle_' || role, c.oid, 'usage, select, update')
  union all
  select format('%s may act as %s', m.member::regrole, m.roleid::regrole)
    from pg_auth_members m join pg_roles member on member.oid = m.member where member.rolname like 'passerelle\\_%'
      -- A partner with whom others share leads may what every partner may.
      and (member.rolname, m.roleid::regrole::text) <> ('passerelle_sharer', 'passerelle_partner')
  union all
  select format('the role %s has a right over the whole server', rolname) from pg_roles
    where rolname like 'passerelle\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb
    or rolreplication or rolcanlogin)
  union all
  select format('default rights of %s would be given with every new object', defaclrole::regrole) from pg_default_acl`

export async function safeguardFindings(run: Run): Promise<string[]> {
  const { rows } = await run(broken, [roles])
  return rows.map(({ finding }) => String(finding))
}
