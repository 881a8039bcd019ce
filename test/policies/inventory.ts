import type { Run } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'

/** A message for each object missing in the catalogue or in the database, with what to add. */
export async function inventoryFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  const findings = [...(await tableInventory(run, catalogue)), ...(await functionInventory(run, catalogue))]
  const { rows } = await run(`
    select nspname as name from pg_namespace where nspname !~ '^pg_|^information_schema$|^probe$'`)
  const unknown = rows.filter(({ name }) => !(String(name) in catalogue.schemas))
  return [
    ...findings,
    ...unknown.map(({ name }) => `The schema ${name} has no expectation: name who may use it in test/policies/expectations.ts.`),
  ]
}

async function tableInventory(run: Run, catalogue: Catalogue): Promise<string[]> {
  const { rows } = await run(
    `select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
        c.relrowsecurity as secured, pg_get_userbyid(c.relowner) as owner,
        c.relispartition as is_part,
        array(select polname || ' to ' || (select string_agg(coalesce(substr(rolname, 12), 'everybody'), ', ' order by rolname)
          from unnest(polroles) each(role) left join pg_roles on oid = role) from pg_policy where polrelid = c.oid) as policies,
        array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal and tgenabled = 'O') as triggers,
        array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal and tgenabled <> 'O') as disabled
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_|^information_schema$|^probe$'
      and not n.nspname = any($1)`,
    [Object.keys(catalogue.libraries)],
  )
  const present = new Set(rows.map(({ name }) => String(name)))
  const gone = Object.keys(catalogue.tables).filter((name) => !present.has(name))
  return [
    ...gone.map((name) => `The table ${name} is not there any more: take it out of test/policies.`),
    ...rows.flatMap(({ name, secured, is_part, owner, policies, triggers, disabled }) => {
      const table = catalogue.tables[String(name)]
      const owned = owner === 'passerelle_owner' ? [] : [`The table ${name} belongs to ${owner}, not to passerelle_owner.`]
      if (is_part) {
        return [
          ...owned,
          ...(secured && (policies as string[]).length === 0
            ? []
            : [`The partition ${name} shows rows by itself: it needs row security, and no policy.`]),
          ...(disabled as string[]).map((trigger) => `The trigger ${trigger} of ${name} is disabled.`),
        ]
      }
      if (!table) {
        return [
          `The table ${name} has no expectation: add its grants, rows of several people and who reaches ` +
            'them to test/policies/*-tables.ts.',
        ]
      }
      if (!('policies' in table))
        return secured ? [`The table ${name} has row security: give it rows, access and policies in test/policies.`] : owned
      return [
        ...owned,
        ...(secured ? [] : [`The table ${name} has no row security: every role that is granted a verb reaches every row.`]),
        ...compared(
          `policy of ${name}`,
          policies as string[],
          table.policies,
          'name it under `policies`, with rows that it shows and hides',
        ),
        ...compared(
          `trigger of ${name}`,
          triggers as string[],
          Object.keys(table.triggers ?? {}),
          'give it facts under `triggers`',
        ),
        ...(disabled as string[]).map((trigger) => `The trigger ${trigger} of ${name} is disabled.`),
        ...Object.entries(table.triggers ?? {}).flatMap(([trigger, facts]) =>
          facts.length > 0 ? [] : [`The trigger ${trigger} of ${name} has no fact that shows it.`],
        ),
      ]
    }),
  ]
}

async function functionInventory(run: Run, catalogue: Catalogue): Promise<string[]> {
  const { rows } = await run(
    `select p.oid::regprocedure::text as signature, p.prosecdef as definer, pg_get_userbyid(p.proowner) as owner,
        coalesce(array_to_string(p.proconfig, ';'), '') as config
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_|^information_schema$|^probe$' and not n.nspname = any($1)
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [Object.keys(catalogue.libraries)],
  )
  const unknown = compared(
    'function',
    rows.map(({ signature }) => String(signature)),
    Object.keys(catalogue.functions),
    'say in test/policies/functions.ts who may call it, and show what it refuses',
  )
  return [
    ...unknown,
    ...rows.flatMap(({ signature, definer, owner, config }) => {
      const expected = catalogue.functions[String(signature)]
      if (!expected) return []
      const { facts = [], checks } = expected
      if (!definer) {
        return checks === undefined
          ? []
          : [`The function ${signature} acts as its caller: it needs no \`checks\` in test/policies.`]
      }
      return [
        ...(owner === 'passerelle_owner' ? [] : [`The function ${signature} acts as ${owner}, not as passerelle_owner.`]),
        ...(String(config).includes('search_path=')
          ? []
          : [`The function ${signature} acts as its owner on a search path of its caller's.`]),
        ...(checks === undefined || (checks && facts.length === 0)
          ? [
              `The function ${signature} acts as its owner: name its checks in test/policies/functions.ts (or ` +
                'null) and show them by facts.',
            ]
          : []),
      ]
    }),
  ]
}

function compared(what: string, present: readonly string[], expected: readonly string[], advice: string): string[] {
  return [
    ...present.filter((name) => !expected.includes(name)).map((name) => `The ${what} "${name}" has no expectation: ${advice}.`),
    ...expected
      .filter((name) => !present.includes(name))
      .map((name) => `The ${what} "${name}" is not there any more, but has an expectation.`),
  ]
}
