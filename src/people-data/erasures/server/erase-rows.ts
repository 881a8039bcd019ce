import { type JsonShape, type PeriodName, treatedColumns, words } from '#access/domain/personal-data.ts'
import { takenOut } from '#people-data/register/domain/taken-out.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import type { PersonRows } from './person-rows.ts'

/** Whether it is decided about free texts of the rows: these are taken out at once. */
interface Deciding {
  readonly decided: boolean
}

/** Rows that stay, and the law that keeps them. */
export interface LawRows {
  readonly table: string
  readonly rows: number
  readonly law: string
  readonly period: PeriodName
}

/** Does with the rows what the register says. The caller's transaction runs as the owner of the tables. */
export async function eraseRows(run: OwnerRun, found: readonly PersonRows[], deciding: Deciding) {
  const deleted: Record<string, number> = {}
  const emptied: Record<string, number> = {}
  const kept: LawRows[] = []
  // Files last: what named them releases them for a day when it goes.
  for (const { name, entry, where } of found.toSorted((a, b) => Number(a.name === 'files') - Number(b.name === 'files'))) {
    if (name === 'files') deleted.files = await releaseFiles(run, where)
    else if (entry.erase === 'delete')
      deleted[name] = (await run(`delete from ${name} where ${where.sql}`, where.values)).affected
    else emptied[name] = await emptyColumns(run, { name, entry, where }, deciding)
    if (entry.law) kept.push({ table: name, rows: await countRows(run, name, where), law: entry.law, period: entry.period })
  }
  return { deleted, emptied, kept: kept.filter(({ rows }) => rows > 0) }
}

/** The sweep takes bytes and rows. What names them is gone, or names them no more. */
async function releaseFiles(run: OwnerRun, { sql, values }: PersonRows['where']): Promise<number> {
  const { affected } = await run(`update files set claimed_at = null, released_at = '-infinity', name = '' where ${sql}`, values)
  return affected
}

async function countRows(run: OwnerRun, name: string, { sql, values }: PersonRows['where']): Promise<number> {
  const { rows } = await run(`select count(*)::int as count from ${name} where ${sql}`, values)
  return Number(rows[0]?.count)
}

/** What a column holds when it is empty: a text that was there is '', so that what hangs on its being there stays true. */
const emptyValue = (column: string, { type, isKey }: ColumnKind = { type: '', isKey: false }) => {
  // A key goes on telling rows apart, and says nothing.
  if (isKey) return 'gen_random_uuid()::text'
  return /^(text|jsonb)$/.test(type)
    ? `case when ${column} is not null then ${type === 'text' ? "''" : "'{}'::jsonb"} end`
    : 'null'
}

interface ColumnKind {
  readonly type: string
  readonly isKey: boolean
}

async function emptyColumns(run: OwnerRun, { name, entry, where }: PersonRows, { decided }: Deciding): Promise<number> {
  const kinds = await columnKinds(run, name)
  const assignments = [...treatedColumns(entry)].flatMap(([column, { erase }]) => {
    if (erase === 'decide' && decided) return [`${column} = case when ${column} <> '' then '${takenOut}' else ${column} end`]
    if (erase !== 'empty') return []
    const shape = entry.json?.[column]
    return [`${column} = ${shape ? withoutKeys(column, shape) : emptyValue(column, kinds.get(column))}`]
  })
  if (assignments.length === 0) return 0
  return (await run(`update ${name} set ${assignments.join(', ')} where ${where.sql}`, where.values)).affected
}

/** Keys of the first level: what is about somebody below them goes with them. */
const withoutKeys = (column: string, { person }: JsonShape) => `${column} - '{${words(person).join(',')}}'::text[]`

async function columnKinds(run: OwnerRun, name: string): Promise<ReadonlyMap<string, ColumnKind>> {
  const { rows } = await run(
    `select attname as name, format_type(atttypid, atttypmod) as type,
      exists (select from pg_index i where i.indrelid = attrelid and i.indisprimary and attnum = any(i.indkey)) as is_key
    from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [name],
  )
  return new Map(rows.map(({ name: column, type, is_key }) => [String(column), { type: String(type), isKey: is_key === true }]))
}
