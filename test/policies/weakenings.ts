import type { Run } from './attempts.ts'
import { type Catalogue, type Role, roles } from './catalogue.ts'
import { withoutEach } from './conjuncts.ts'
import { factFindings, factsOfTable, factsOfTrigger } from './facts.ts'
import { otherFindings, tableFindings } from './inventory.ts'
import { guarded, type Probe, probeFindings, rowProbes } from './row-access.ts'
import { safeguardFindings } from './safeguards.ts'
import { keysOf } from './sample-rows.ts'

/** One weakened object and the check that must detect it. */
export interface Weakening {
  readonly what: string
  readonly sql: string
  look(run: Run): Promise<string[]>
}

/** One weakened object that the inventory must name: any number of them are looked for at once. */
export interface InventoryWeakening {
  readonly what: string
  readonly sql: string
  /** What the finding says. */
  readonly named: string
}

export interface Weakenings {
  readonly single: readonly Weakening[]
  readonly inInventory: readonly InventoryWeakening[]
}

/** Looks where a weakening is likely to show; everywhere else if it does not. */
function looking<T>(
  all: readonly T[],
  isLikely: (each: T) => boolean,
  find: (run: Run, some: readonly T[]) => Promise<string[]>,
) {
  return async (run: Run): Promise<string[]> => {
    const findings = await find(run, all.filter(isLikely))
    return findings.length > 0
      ? findings
      : find(
          run,
          all.filter((each) => !isLikely(each)),
        )
  }
}

/**
 * Every weakening of a policy, also by each single condition, and disabled row-level security. Checked with policies as the only
 * protection.
 */
export async function policyWeakenings(run: Run, catalogue: Catalogue): Promise<Weakenings> {
  const { rows } = await run(`
    select tablename as table, policyname as policy, cmd, qual, with_check as checked, roles::text[] as roles from pg_policies
    where schemaname = 'public'`)
  const keys = await keysOf(run)
  const probes = new Map(guarded(catalogue).map(([name, table]) => [name, rowProbes(name, table, keys.get(name) ?? [])]))
  const on = (table: string, what: string, sql: string, isLikely: (probe: Probe) => boolean): Weakening => {
    const all = probes.get(table)
    if (!all) throw new Error(`the table ${table} has policies and no expectation`)
    return { what, sql, look: looking(all, isLikely, probeFindings) }
  }
  const single = rows.flatMap(({ table: name, policy, cmd, qual, checked, roles: named }) => {
    const table = String(name)
    const where = `on ${table}`
    const alter = `alter policy ${policy} ${where}`
    const reads = cmd !== 'INSERT' && qual !== 'true'
    // Without WITH CHECK, USING applies to new rows.
    const writes = (cmd === 'ALL' || cmd === 'INSERT' || cmd === 'UPDATE') && (checked ?? qual) !== 'true'
    const isRoleOf = (each: string, role: Role) =>
      each === 'public' || each === `passerelle_${role}` || (role === 'partner' && each === 'passerelle_sharer')
    const ofItsRoles = ({ role }: Probe) => (named as string[]).some((each) => isRoleOf(each, role))
    const shows = (probe: Probe) =>
      ofItsRoles(probe) && probe.verb === (cmd === 'ALL' ? 'select' : String(cmd).toLowerCase()) && probe.attempt.mode !== 'write'
    const lets = (probe: Probe) => ofItsRoles(probe) && probe.attempt.mode === 'write' && (cmd === 'ALL' || isOf(cmd, probe))
    const lacking = (part: 'using' | 'with check', text: unknown, isLikely: (probe: Probe) => boolean) =>
      (typeof text === 'string' ? withoutEach(text) : []).map(({ left, without }) =>
        on(table, `${policy} ${where}: ${part} without ${without}`, `${alter} ${part} (${left})`, isLikely),
      )
    return [
      ...lacking('using', qual, shows),
      ...lacking('with check', checked, lets),
      ...(reads ? [on(table, `${policy} ${where}: using (true)`, `${alter} using (true)`, shows)] : []),
      ...(writes ? [on(table, `${policy} ${where}: with check (true)`, `${alter} with check (true)`, lets)] : []),
      on(table, `${policy} ${where}: dropped`, `drop policy ${policy} ${where}`, cmd === 'INSERT' ? lets : shows),
    ]
  })
  const isAnonymousRead = ({ role, verb }: Probe) => role === 'anonymous' && verb === 'select'
  const off = [...probes.keys()].map((table) =>
    on(table, `${table}: row security off`, `alter table ${table} disable row level security`, isAnonymousRead),
  )
  return {
    single: [...single, ...off],
    inInventory: rows.map(({ table, policy, cmd }) => ({
      what: `${policy} on ${table}: for every role`,
      sql: `alter policy ${policy} on ${table} to public`,
      named: `table ${table}: policy ${policy} for ${String(cmd).toLowerCase()} to everybody`,
    })),
  }
}

const isOf = (cmd: unknown, { verb }: Probe) => verb === String(cmd).toLowerCase()

/** Every trigger disabled, dropped and emptied; checked by the facts of its table. */
export async function triggerWeakenings(run: Run, catalogue: Catalogue): Promise<Weakenings> {
  const { rows } = await run(`
    select c.relname as table, t.tgname as trigger, p.oid::regprocedure::text as function
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and n.nspname = 'public'`)
  const single = rows.flatMap(({ table, trigger, function: call }) => {
    const own = factsOfTrigger(catalogue, String(table), String(trigger))
    const look = looking(factsOfTable(catalogue, String(table)), (fact) => own.includes(fact), factFindings)
    return [
      { what: `${trigger} on ${table}: dropped`, sql: `drop trigger ${trigger} on ${table}`, look },
      { what: `${trigger} on ${table}: disabled`, sql: `alter table ${table} disable trigger ${trigger}`, look },
      {
        what: `${trigger} on ${table}: ${call} does nothing`,
        sql: `create or replace function ${call} returns trigger language plpgsql as 'begin return coalesce(new, old); end'`,
        look,
      },
    ]
  })
  return { single, inInventory: [] }
}

/** Every check removed from security-definer functions, one at a time, and other functions made security definer. */
export async function functionWeakenings(run: Run, catalogue: Catalogue): Promise<Weakenings> {
  const { rows } = await run(`
    select p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition, p.prosecdef as definer
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'app'`)
  const single = rows.flatMap(({ signature: name, definition, definer }) => {
    const signature = String(name)
    const { facts = [], checks } = catalogue.functions[signature] ?? {}
    return Object.entries((definer && checks) || {}).map(([title, [text, instead]]) => {
      if (!String(definition).includes(text)) {
        throw new Error(`The check "${title}" of ${signature} does not hold "${text}": write it as PostgreSQL does`)
      }
      const sql = String(definition).replace(text, () => instead)
      return { what: `${signature}: without ${title}`, sql, look: (each: Run) => factFindings(each, facts) }
    })
  })
  const inInventory = rows.map(({ signature, definer }) =>
    definer
      ? {
          what: `${signature}: on its caller's search path`,
          sql: `alter function ${signature} reset all`,
          named: `The function ${signature} acts as its owner on a search path of its caller's.`,
        }
      : {
          what: `${signature}: acts as its owner`,
          sql: `alter function ${signature} security definer`,
          named: `function ${signature}: as its owner`,
        },
  )
  return { single, inInventory }
}

/** The months of events are all made the same way. */
const oneOfEachPartition = "(not c.relispartition or c.relname = 'events_default')"

/** Every privilege not granted: each role on each table, column, function, schema, sequence and role. */
export async function grantWeakenings(run: Run): Promise<readonly Weakening[]> {
  const onTable = (table: string) => (each: Run) => tableFindings(each, table)
  const others = async (each: Run) => [...(await otherFindings(each)), ...(await safeguardFindings(each))]
  const all = await run(
    `
    select format('%I.%I', n.nspname, c.relname) as table, n.nspname as schema, r.role, verb
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest($1::text[]) r(role)
      cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) verb
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_|^information_schema$|^probe$' and ${oneOfEachPartition}
      and not has_table_privilege('passerelle_' || r.role, c.oid, verb)`,
    [roles],
  )
  const ofColumns = await run(
    `
    select format('%I.%I', n.nspname, c.relname) as table, a.attname as column, r.role, verb
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      cross join unnest($1::text[]) r(role) cross join unnest(array['select', 'insert', 'update']) verb
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_|^information_schema$|^probe$' and attnum > 0 and not attisdropped
      and ${oneOfEachPartition}
      and not has_column_privilege('passerelle_' || r.role, c.oid, attnum, verb)`,
    [roles],
  )
  const rest = await run(
    `
    select format('execute on function %s to passerelle_%s', p.oid::regprocedure, r.role) as grant
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join unnest($1::text[]) r(role)
      where n.nspname = 'app' and not has_function_privilege('passerelle_' || r.role, p.oid, 'execute')
    union all
    select format('%s on schema %I to passerelle_%s', verb, n.nspname, r.role)
      from pg_namespace n cross join unnest($1::text[]) r(role) cross join unnest(array['usage', 'create']) verb
      where n.nspname in ('app', 'auth', 'passerelle') and not has_schema_privilege('passerelle_' || r.role, n.oid, verb)
    union all
    select format('%s on sequence %s to passerelle_%s', verb, c.oid::regclass, r.role)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest($1::text[]) r(role)
        cross join unnest(array['usage', 'select', 'update']) verb
      where c.relkind = 'S' and n.nspname = 'public'
    union all
    select format('passerelle_%s to passerelle_%s', one.role, other.role)
      from unnest($1::text[] || 'owner'::text) one(role) cross join unnest($1::text[]) other(role) where one.role <> other.role`,
    [roles],
  )
  return [
    ...all.rows.map(({ table, role, verb }) => granting(`${verb} on ${table} to passerelle_${role}`, onTable(String(table)))),
    ...ofColumns.rows.map(({ table, column, role, verb }) =>
      granting(`${verb} (${column}) on ${table} to passerelle_${role}`, onTable(String(table))),
    ),
    ...rest.rows.map(({ grant }) => granting(String(grant), others)),
  ]
}

/** Role membership is granted by the login, everything else by the owner. */
function granting(grant: string, look: Weakening['look']): Weakening {
  return { what: `grant ${grant}`, sql: `reset role; grant ${grant}; set local role passerelle_owner`, look }
}
