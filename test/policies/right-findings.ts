import { rights } from '#access/domain/staff-rights.ts'
import type { Run } from './attempts.ts'
import type { Catalogue, TableExpectation } from './catalogue.ts'

const verbs = ['insert', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]

interface RightRow {
  readonly name: string
  readonly granted: readonly Verb[]
  readonly policies: readonly { readonly cmd: string; readonly text: string }[]
}

const staffTables = `
  select c.relname as name,
    array(select verb from unnest(array['insert', 'update', 'delete']) verb
      where has_table_privilege('passerelle_admin', c.oid, verb)
        or (verb <> 'delete' and has_any_column_privilege('passerelle_admin', c.oid, verb))) as granted,
    coalesce((select jsonb_agg(jsonb_build_object('cmd', cmd, 'text', concat(qual, with_check))) from pg_policies p
      where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'RESTRICTIVE'), '[]') as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity`

/** A message for each table that staff may change without the right that the catalogue names, or without any. */
export async function rightFindings(run: Run, catalogue: Catalogue): Promise<string[]> {
  const { rows } = await run(staffTables)
  return (rows as unknown as RightRow[]).flatMap((row) => {
    const table = catalogue.tables[row.name]
    return table && 'access' in table ? findingsOf(row, table) : []
  })
}

function findingsOf({ name, granted, policies }: RightRow, { rights: expected = {} }: TableExpectation): string[] {
  return verbs.flatMap((verb) => {
    const policyRights = new Set(policies.filter(({ cmd }) => applies(cmd, verb)).flatMap(({ text }) => rightsIn(text)))
    const needed = expected[verb]
    const isGranted = granted.includes(verb)
    if (isGranted && !needed) {
      return [
        `Staff may ${verb} in ${name} and the catalogue names no right: add a restrictive policy with app.has_right, ` +
          `and the right under \`rights\` (or 'own').`,
      ]
    }
    const expectedRights = isGranted && needed !== 'own' ? [...(needed ?? [])] : []
    // One policy serves insert and update, so the verb that is not granted may have it too.
    if (!isGranted) return needed ? [`${name}: staff are not granted ${verb}, and the catalogue names a right.`] : []
    return String([...policyRights].toSorted()) === String(expectedRights.toSorted())
      ? []
      : [`${name}: to ${verb}, the policies ask for [${[...policyRights].toSorted()}], not for [${expectedRights.toSorted()}]`]
  })
}

const applies = (cmd: string, verb: Verb) => cmd.toLowerCase() === verb || (cmd === 'ALL' && verb !== 'delete')

/** The rights that a policy's text names. */
function rightsIn(text: string): string[] {
  return [...text.matchAll(/has_right\(VARIADIC ARRAY\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    rights.filter((right) => list.includes(`'${right}'`)),
  )
}
