import { type RawBuilder, sql } from 'kysely'
import { isAboutPeople, type PersonTable, type TableEntries, words } from '#access/domain/personal-data.ts'
import { mailboxOf } from '#platform/domain/mail-domains.ts'
import type { Tx } from '#platform/server/db/database.ts'

/** Whose rows are looked for. */
export interface SoughtPerson {
  /** Proven mailboxes, as addresses. */
  readonly emails: readonly string[]
  /** Keyed hashes of mailboxes and telephones. */
  readonly hashes: readonly string[]
  /**
   * Rows of these tables are looked up already: by their addresses and by what staff decided, or as those of an account. Where
   * accounts are, what was sent to another one is not the person's, whoever has the mailbox.
   */
  readonly keys?: Readonly<Record<string, readonly string[]>>
  /** Rows that are somebody else's although the address is the same, with all that hangs on them. */
  readonly except?: Readonly<Record<string, readonly string[]>>
  /** Leads that were deleted: what hangs on them is looked for like that of others. */
  readonly deleted?: readonly string[]
  /** Tables that are not looked through, with all that only they lead to: a company with others is not one of its people. */
  readonly without?: readonly string[]
}

export type FoundRow = Readonly<Record<string, unknown>>
/** The rows of each table, by their primary keys as texts. */
export type FoundRows = ReadonlyMap<string, ReadonlyMap<string, FoundRow>>

/**
 * All rows about a person: those with their mailbox, and what the register reaches from these, step by step. As the system, since
 * no role of a person sees all of them, or as the owner of the tables, who reads secrets, too.
 */
export async function findRows(tx: Tx, register: TableEntries, person: SoughtPerson): Promise<FoundRows> {
  const types = await readableColumns(tx)
  const tables = Object.entries(register).flatMap(([name, entry]) =>
    isAboutPeople(entry) && types.has(name) && !person.without?.includes(name) ? [{ name, entry }] : [],
  )
  const found = new Map(tables.map(({ name }) => [name, new Map<string, FoundRow>()]))
  const take = async (conditionsOf: (name: string, entry: PersonTable) => readonly RawBuilder<boolean>[]) => {
    const fresh = new Map<string, FoundRow[]>()
    for (const { name, entry } of tables) {
      const known = found.get(name) ?? new Map<string, FoundRow>()
      const columns = [...(types.get(name)?.types.keys() ?? [])].map((column) => sql.ref(`t.${column}`))
      // Each by itself: an index serves one of them, and none serves all.
      for (const condition of conditionsOf(name, entry)) {
        const { rows } = await sql<FoundRow>`
          select ${sql.join(columns)}, ${keyText(types.get(name)?.key ?? [])} as ${sql.ref(rowKey)}
          from ${sql.table(name)} t where ${condition}`.execute(tx)
        const more = rows.filter((row) => !known.has(String(row[rowKey])) && !isOfOthers(name, entry, row, person))
        for (const row of more) known.set(String(row[rowKey]), row)
        if (more.length > 0) fresh.set(name, [...(fresh.get(name) ?? []), ...more])
      }
    }
    return fresh
  }
  let last = await take((name, entry) => seedsOf(name, entry, person, types))
  const deleted = (person.deleted ?? []).map((id) => ({ id }))
  if (deleted.length > 0) last.set('leads', [...(last.get('leads') ?? []), ...deleted])
  for (const row of deleted) found.get('leads')?.set(row.id, row)
  while (last.size > 0) {
    const reached = { last, register, types }
    last = await take((name, entry) => (person.keys?.[name] ? [] : waysOf(name, entry, reached)))
  }
  return found
}

/** The name under which a row brings its primary key, which no column has. */
const rowKey = '#key'
const keyText = (columns: readonly string[]) =>
  sql`concat_ws('/', ${sql.join(columns.map((column) => sql`${sql.ref(`t.${column}`)}::text`))})`

/** Whether a row is somebody else's, or hangs on one that is. */
function isOfOthers(table: string, entry: PersonTable, row: FoundRow, { except = {} }: SoughtPerson): boolean {
  const isExcept = (of: string, column: string) => {
    const [name = '', part] = column.split('.')
    const value = row[name]
    const own =
      part && typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === part)?.[1] : value
    return except[of]?.includes(String(own)) ?? false
  }
  const ways = Object.entries(entry.via).flatMap(([of, columns]) => words(columns).map((column) => [of, column] as const))
  return isExcept(table, entry.key ?? 'id') || ways.some(([of, column]) => isExcept(of, column))
}

/** A column of the table at hand, or a key of one of JSON: `cells.email`. */
function columnNamed(column: string): RawBuilder<unknown> {
  const [name = '', part] = column.split('.')
  const own = sql.ref(`t.${name}`)
  return part ? sql`(${own} ->> ${sql.lit(part)})` : sql`${own}`
}

/** The rows with an address of one of the mailboxes; a column of addresses says so by itself. */
export function isMailbox(column: string, emails: readonly string[]): RawBuilder<boolean> {
  const mailboxes = emails.map(mailboxOf)
  const domains = new Set(mailboxes.map((mailbox) => mailbox.slice(mailbox.lastIndexOf('@') + 1)))
  if (domains.has('gmail.com')) domains.add('googlemail.com')
  const patterns = [...domains].map((domain) => `%@${domain.replace(/[\\%_]/g, '\\$&')}`)
  const address = sql`lower(${columnNamed(column)})`
  const box = sql`regexp_replace(regexp_replace(${address}, '@[^@]*$', ''), '^(.[^+]*)\\+.*$', '\\1')`
  const domain = sql`substring(${address} from '[^@]*$')`
  const own = sql`case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${box}, '.', '') || '@gmail.com'
    else ${box} || '@' || ${domain} end`
  // The domain first, which is compared faster.
  return sql<boolean>`(${address} like any (${patterns}::text[]) and ${own} = any (${mailboxes}::text[]))`
}

function seedsOf(table: string, entry: PersonTable, { emails, hashes, keys }: SoughtPerson, types: ColumnTypes) {
  const own = keys?.[table]
  if (own) return own.length === 0 ? [] : [isAmong(table, entry.key ?? 'id', own, types)]
  const ofAccounts = keys?.profiles ? words(entry.via.profiles ?? '') : []
  const isNobodys = ofAccounts.map((column) => sql` and ${sql.ref(`t.${column}`)} is null`)
  const withMailbox = (column: string) => sql<boolean>`(${isMailbox(column, emails)}${sql.join(isNobodys, sql``)})`
  return [
    ...(emails.length > 0 ? words(entry.via.address ?? '').map(withMailbox) : []),
    ...(hashes.length > 0 ? words(entry.via.hash ?? '').map((column) => isAmong(table, column, hashes, types)) : []),
  ]
}

interface Reached {
  readonly last: ReadonlyMap<string, readonly FoundRow[]>
  readonly register: TableEntries
  readonly types: ColumnTypes
}

/** The conditions of what hangs on the rows that were found last. */
function waysOf(table: string, entry: PersonTable, reached: Reached): RawBuilder<boolean>[] {
  return Object.entries(entry.via).flatMap(([source, columns]) => {
    if (source === 'address' || source === 'hash') return []
    const values = valuesOf(source, reached)
    return values.length === 0 ? [] : words(columns).map((column) => isAmong(table, column, values, reached.types))
  })
}

/** The keys of found rows of a table, or what stands in a column of them; of any table where it is `*`. */
function valuesOf(source: string, { last, register }: Reached): string[] {
  const dot = source.lastIndexOf('.')
  const isWhole = source in register || dot < 0
  const [from, column] = isWhole ? [source, null] : [source.slice(0, dot), source.slice(dot + 1)]
  const values = [...last].flatMap(([name, rows]) => {
    if (from !== '*' && from !== name) return []
    const entry = register[name]
    const key = entry && isAboutPeople(entry) ? entry.key : undefined
    return rows.map((row) => row[column ?? key ?? 'id'])
  })
  return [...new Set(values.flatMap((value) => (value === null || value === undefined ? [] : [String(value)])))]
}

/**
 * The type of each column that may be read, and the primary key, by table: what is compared as another type finds no index.
 * Secrets of signing in are readable to no role but their own and the owner: their tables are left out, and go with the account.
 */
type ColumnTypes = ReadonlyMap<string, { readonly types: ReadonlyMap<string, string>; readonly key: readonly string[] }>

async function readableColumns(tx: Tx): Promise<ColumnTypes> {
  const { rows } = await sql<{ table: string; column: string; type: string; is_key: boolean }>`
    select (case when n.nspname = 'public' then '' else n.nspname || '.' end) || c.relname as table, a.attname as column,
      format_type(a.atttypid, null) as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and n.nspname in ('public', 'auth', 'passerelle')
      and has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')
    order by 1, a.attnum`.execute(tx)
  const tables = [...Map.groupBy(rows, ({ table }) => table)]
  return new Map(
    tables.map(([table, columns]) => [
      table,
      {
        types: new Map(columns.map(({ column, type }) => [column, type])),
        key: columns.flatMap(({ column, is_key }) => (is_key ? [column] : [])),
      },
    ]),
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function isAmong(table: string, column: string, values: readonly string[], types: ColumnTypes): RawBuilder<boolean> {
  const [name = '', part] = column.split('.')
  const type = types.get(table)?.types.get(name)
  if (!type) throw new Error(`the register names ${table}.${name}, which the database does not have`)
  const own = columnNamed(column)
  if (part) return sql<boolean>`${own} = any (${values}::text[])`
  if (type.endsWith('[]')) return sql<boolean>`${own} && ${values}::${sql.raw(type)}`
  // What hangs on any table is asked with keys of all kinds.
  const fit = type === 'uuid' ? values.filter((value) => uuid.test(value)) : values
  return sql<boolean>`${own} = any (${fit}::${sql.raw(type)}[])`
}
