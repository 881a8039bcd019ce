import { sql } from 'kysely'
import {
  isAboutPeople,
  type KeptPeriod,
  keptOf,
  type TableEntries,
  type TableEntry,
  treatedColumns,
  words,
} from '#access/domain/personal-data.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { takenOut } from '../domain/taken-out.ts'

/** A table whose rows the law keeps, in SQL over its row `t`. */
export interface KeptTable {
  readonly table: string
  readonly period: KeptPeriod
  /** The row's primary key as a text. */
  readonly key: string
  /** When its period begins; null while it has not. */
  readonly since: string
  /** Whether something of it is still to go; null where there never is. */
  readonly holds: string | null
  /** What its columns become at the end; null where the whole row goes. */
  readonly becomes: ReadonlyMap<string, string> | null
  readonly files: readonly string[]
}

/** Events are emptied by a function of their own, which keeps the journal whole. */
const apart = ['events']
/** Whoever is not erased by then is erased with what the law kept of them. */
export const people = 'profiles'
export const isNamed = `(t.email like '%@%'
  and not exists (select from erasures e where e.user_id = t.user_id and e.stopped_at is null))`
/** What others are found by goes after them. */
const last = [people, 'partner_members']

/** The tables that the register says of from when on the law's period counts. */
export async function keptTables(tx: Tx, register: TableEntries): Promise<readonly KeptTable[]> {
  const tables = Object.entries(register)
    .flatMap(([table, entry]) => {
      const kept = keptOf(entry)
      return kept && !apart.includes(table) ? [{ table, entry, ...kept }] : []
    })
    .toSorted((one, other) => last.indexOf(one.table) - last.indexOf(other.table))
  const columns = await readColumns(
    tx,
    tables.map(({ table }) => table),
  )
  return tables.map(({ table, entry, period, since }) => {
    const own = columns.filter((column) => column.table === table)
    const keys = own.filter(({ isKey }) => isKey).map(({ name }) => `t.${name}::text`)
    const key = keys.length === 1 ? String(keys[0]) : `concat_ws('/', ${keys.join()})`
    const files = own.flatMap(({ name, type }) => (type === 'uuid' && name.endsWith('file_id') ? [`t.${name}`] : []))
    const isDeleted = isAboutPeople(entry) && entry.ends === 'delete'
    const emptied = new Map(
      own.flatMap((column): [string, string][] => {
        const value = emptiedValue(entry, { period, key }, column)
        return value === null ? [] : [[column.name, value]]
      }),
    )
    const holds = [
      ...(table === people ? [isNamed] : []),
      ...[...emptied].map(([name, value]) => `t.${name} is distinct from ${value}`),
      ...(files.length > 0 ? [`exists (select from files f where f.id in (${files.join()}) and f.released_at is null)`] : []),
    ]
    // Another column that follows from these is made anew by its trigger, whatever it is set to.
    const follow = emptied.size > 0 ? own.filter((column) => follows(entry, column)).map(({ name }) => [name, "''"] as const) : []
    return {
      table,
      period,
      key,
      since: period === 'accounting' || period === 'declaration' ? endOfYear(since) : `(${since})::timestamptz`,
      holds: isDeleted ? 'true' : holds.join(' or ') || null,
      becomes: isDeleted ? null : new Map([...emptied, ...follow]),
      files,
    }
  })
}

const endOfYear = (day: string) => `((date_trunc('year', (${day})::timestamp) + interval '1 year') at time zone 'UTC')`

/** What a column becomes; null for what stays: ids, days, sums, and what is treated by another period. */
function emptiedValue(
  entry: TableEntry,
  { period, key }: Pick<KeptTable, 'period' | 'key'>,
  { name, type, isUnique, isNullable }: Column,
): string | null {
  if (!isAboutPeople(entry)) return null
  const treatment = treatedColumns(entry).get(name)
  if (treatment?.period !== period || treatment.erase === 'follow') return null
  const own = `t.${name}`
  const shape = entry.json?.[name]
  if (type === 'jsonb' && shape) return `app.blanked(${own}, '{${words(shape.person).join()}}')`
  if (type !== 'text') return null
  if (isUnique) return isNullable ? 'null' : `left(md5(${key}), 20)`
  return `case when ${own} <> '' then '${takenOut}' else ${own} end`
}

const follows = (entry: TableEntry, { name, type, isGenerated }: Column) =>
  type === 'text' && !isGenerated && isAboutPeople(entry) && treatedColumns(entry).get(name)?.erase === 'follow'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  readonly isKey: boolean
  /** Whether an index keeps others from having the same value, or one that is made of it. */
  readonly isUnique: boolean
}

async function readColumns(tx: Tx, tables: readonly string[]): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select n.name as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.attgenerated <> '' as "isGenerated",
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey",
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and not i.indisprimary
        and (a.attnum = any(i.indkey) or exists (select from pg_depend d where d.classid = 'pg_class'::regclass
          and d.objid = i.indexrelid and d.refobjid = a.attrelid and d.refobjsubid = a.attnum))) as "isUnique"
    from unnest(${[...tables]}::text[]) n(name)
      join pg_attribute a on a.attrelid = n.name::regclass and a.attnum > 0 and not a.attisdropped
    order by n.name, a.attnum`.execute(tx)
  return rows
}
