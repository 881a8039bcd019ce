import type { Run } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'
import { areOurs, tableName } from './inventory.ts'

/** A message for each object whose behaviour nothing here shows, with what to add, and for each that is not there any more. */
export async function coverageFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  return [...(await tableCoverage(run, catalogue)), ...(await functionCoverage(run, catalogue))]
}

async function tableCoverage(run: Run, { tables }: Catalogue): Promise<string[]> {
  const { rows } = await run(
    `select ${tableName} as name, c.relrowsecurity as secured,
        array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${areOurs}`,
  )
  const present = new Set(rows.map(({ name }) => name))
  const gone = Object.keys(tables).filter((name) => !present.has(name))
  return [
    ...gone.map((name) => `The table ${name} is not there any more: take it out of test/policies.`),
    ...rows.flatMap(({ name, secured, triggers }) => {
      const table = tables[String(name)]
      if (!table || !('access' in table)) {
        if (!secured) return []
        return [
          `The table ${name} has row security and no samples: add rows of several people and who reaches them to ` +
            'test/policies/*-tables.ts.',
        ]
      }
      if (!secured) return [`The table ${name} has no row security: every role that is granted a verb reaches every row.`]
      return triggerCoverage(String(name), triggers as string[], ('triggers' in table && table.triggers) || {})
    }),
  ]
}

function triggerCoverage(
  table: string,
  present: readonly string[],
  facts: Readonly<Record<string, readonly unknown[]>>,
): string[] {
  return [
    ...present
      .filter((name) => !facts[name]?.length)
      .map((name) => `The trigger ${name} of ${table} has no fact that shows it: give it some under \`triggers\`.`),
    ...Object.keys(facts)
      .filter((name) => !present.includes(name))
      .map((name) => `The trigger ${name} of ${table} is not there any more, but has facts.`),
  ]
}

async function functionCoverage(run: Run, { functions }: Catalogue): Promise<string[]> {
  const { rows } = await run(
    `select p.oid::regprocedure::text as signature, p.prosecdef as definer, p.prorettype = 'trigger'::regtype as of_trigger
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${areOurs}`,
  )
  const present = new Set(rows.map(({ signature }) => signature))
  const gone = Object.keys(functions).filter((signature) => !present.has(signature))
  return [
    ...gone.map((signature) => `The function ${signature} is not there any more: take it out of test/policies.`),
    ...rows.flatMap(({ signature, definer, of_trigger: isOfTrigger }) => {
      const { facts = [], checks } = functions[String(signature)] ?? {}
      if (!definer && checks !== undefined)
        return [`The function ${signature} acts as its caller: it needs no \`checks\` in test/policies.`]
      // Nobody calls a trigger's function; the facts of the trigger cover it.
      const isShown = !definer || isOfTrigger || checks === null || (checks && facts.length > 0)
      return isShown
        ? []
        : [
            `The function ${signature} acts as its owner: name its checks in test/policies/functions.ts (or null) and ` +
              'show them by facts.',
          ]
    }),
  ]
}
