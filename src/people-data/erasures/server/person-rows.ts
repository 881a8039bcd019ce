import { isAboutPeople, type PersonTable, type TableEntries, treatedColumns, type Whose } from '#access/domain/personal-data.ts'
import { fileKinds } from '#people-data/register/domain/kinds.ts'
import { type FoundRow, findRows, isMailbox } from '#people-data/register/server/find-queries.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { kyselyOver } from '#platform/server/db/kysely-session.ts'

/** Where the rows of a person begin: with the leads of a client and the addresses that these name, or with an account. */
export interface ErasedPerson {
  readonly whose: readonly Whose[]
  readonly leads: readonly string[]
  readonly addresses: readonly string[]
  readonly accounts: readonly string[]
}

/** A condition of SQL with its parameters. */
interface Condition {
  readonly sql: string
  readonly values: readonly (readonly string[])[]
}

/** The rows of a table that are a person's. */
export interface PersonRows {
  readonly name: string
  readonly entry: PersonTable
  readonly where: Condition
}

/** These are treated by themselves: others are reached from the first two, and of events nothing but the payload goes. */
const apart = ['leads', 'profiles', 'events']

/** The rows of a person by the register, in its order. They are found before any is changed, since one leads to another. */
export async function findPersonRows(
  run: OwnerRun,
  register: TableEntries,
  person: ErasedPerson,
): Promise<readonly PersonRows[]> {
  const { whose, leads, addresses, accounts } = person
  const tx = kyselyOver({ query: run })
  const tables = Object.entries(register).flatMap(([name, entry]): [string, PersonTable][] =>
    isAboutPeople(entry) && [entry.of].flat().some((of) => whose.includes(of)) && name !== 'partners' ? [[name, entry]] : [],
  )
  const about = new Set(tables.map(([name]) => name))
  const others = await otherLeads(tx, person)
  const rows = await findRows(tx, register, {
    emails: addresses,
    hashes: [],
    keys: { leads, profiles: accounts, events: await eventsOf(run, [...leads, ...accounts]) },
    except: { leads: others },
    without: Object.keys(register).filter((name) => !about.has(name)),
  })
  // A mail about somebody else with the same mailbox is theirs.
  const theirs = new Set(await eventsOf(run, others))
  const isTheirs = ({ event_id: id }: FoundRow) => typeof id === 'string' && theirs.has(id)
  const found: PersonRows[] = []
  for (const [name, entry] of tables) {
    const keys = [...(rows.get(name) ?? [])].flatMap(([key, row]) =>
      (name === 'files' && isKeptFile(row)) || isTheirs(row) ? [] : [key],
    )
    if (keys.length > 0 && !apart.includes(name)) found.push({ name, entry, where: await conditionOf(run, name, keys) })
  }
  return found
}

/** Statements, invoices and contracts name the person beside others, and are kept as the books and the contract that they are. */
const isKeptFile = ({ purpose }: FoundRow) => ownValue(fileKinds, String(purpose))?.erase === 'keep'

async function eventsOf(run: OwnerRun, subjects: readonly string[]): Promise<readonly string[]> {
  const { rows } = await run('select id::text as id from events where subject_id = any($1::text[]::uuid[])', [subjects])
  return rows.map(({ id }) => String(id))
}

/** Leads with one of the mailboxes that nobody erases: there may be several people behind it. */
async function otherLeads(tx: Tx, { leads, addresses }: ErasedPerson): Promise<readonly string[]> {
  if (addresses.length === 0) return []
  const rows = await tx.selectFrom('leads as t').select('t.id').where(isMailbox('email', addresses)).execute()
  return rows.flatMap(({ id }) => (leads.includes(id) ? [] : [id]))
}

/** The columns of a table's primary key, with their types. */
async function keyColumns(run: OwnerRun, table: string) {
  const { rows } = await run(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = $1::text::regclass and i.indisprimary order by a.attnum`,
    [table],
  )
  return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }))
}

/**
 * The columns by which a text is found again, apart by commas: the table's primary key, without what is about somebody. Of mail
 * to several, texts of one event and kind are one.
 */
export async function keyOf(run: OwnerRun, register: TableEntries, table: string): Promise<string> {
  const entry = register[table]
  const people = entry && isAboutPeople(entry) ? treatedColumns(entry) : new Map()
  const key = (await keyColumns(run, table)).map(({ name }) => name)
  const others = key.filter((column) => !people.has(column))
  return (others.length > 0 ? others : key).join()
}

/** The key of a row as a text, as `app.mention_text` reads it. */
export const keyText = (columns: string) => `concat_ws('/', ${columns.split(',').map((column) => `${column}::text`)})`

/** The values of a key of one column are compared as they are, which an index serves. */
async function conditionOf(run: OwnerRun, table: string, keys: readonly string[]): Promise<Condition> {
  const columns = await keyColumns(run, table)
  const [first] = columns
  const values = [keys]
  if (first && columns.length === 1) return { sql: `${first.name} = any($1::text[]::${first.type}[])`, values }
  return { sql: `${keyText(columns.map(({ name }) => name).join())} = any($1::text[])`, values }
}
