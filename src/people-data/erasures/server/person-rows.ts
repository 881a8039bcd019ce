import { isAboutPeople, type PersonTable, type TableEntries, type Whose, words } from '#access/domain/personal-data.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'

/** Where the rows of a person begin: with the leads of a client and the addresses that these name, or with an account. */
export interface ErasedPerson {
  readonly leads: readonly string[]
  readonly addresses: readonly string[]
  readonly accounts: readonly string[]
}

/** A condition of SQL with its parameters; null: no row can be reached. */
export type Condition = { readonly sql: string; readonly values: readonly (readonly string[])[] } | null

/** Treated by themselves: from the first three others are reached, and of events nothing but the payload goes. */
const apart = ['leads', 'profiles', 'partners', 'events']

/** The tables about such people. */
export function tablesAbout(register: TableEntries, whose: readonly Whose[]): ReadonlyMap<string, PersonTable> {
  const entries = Object.entries(register).flatMap(([name, entry]): [string, PersonTable][] =>
    isAboutPeople(entry) && [entry.of].flat().some((of) => whose.includes(of)) && !apart.includes(name) ? [[name, entry]] : [],
  )
  return new Map(entries)
}

/** 'data.mailId': a key of a JSON column. */
function inSql(column: string): string {
  const [name, key] = column.split('.')
  return key ? `${name} ->> '${key}'` : column
}

/** Finds by the register which rows of tables are reached from a person, whoever else they are about. */
export class PersonRows {
  readonly #run: OwnerRun
  readonly #tables: ReadonlyMap<string, PersonTable>
  readonly #person: ErasedPerson
  readonly #found = new Map<string, Promise<Condition>>()

  constructor(run: OwnerRun, tables: ReadonlyMap<string, PersonTable>, person: ErasedPerson) {
    this.#run = run
    this.#tables = tables
    this.#person = person
  }

  /** Which rows of a table, by what stood in the others when it was first asked. */
  where(name: string): Promise<Condition> {
    const known = this.#found.get(name)
    if (known) return known
    const condition = this.#conditionOf(name)
    this.#found.set(name, condition)
    return condition
  }

  async #conditionOf(name: string): Promise<Condition> {
    const entry = this.#tables.get(name)
    if (!entry) return null
    const parts: string[] = []
    const values: (readonly string[])[] = []
    for (const [from, columns] of Object.entries(entry.via)) {
      const reached = await this.#valuesOf(from)
      if (reached.length === 0) continue
      values.push(reached)
      for (const column of words(columns)) {
        // What was sent to an account is of the account, whoever has the mailbox.
        const others = from === 'address' && entry.via.profiles ? ` and ${entry.via.profiles} is null` : ''
        const compared = from === 'address' ? `lower(${column})` : `(${inSql(column)})::text`
        parts.push(`${compared} = any($${values.length}::text[])${others}`)
      }
    }
    return parts.length === 0 ? null : { sql: `(${parts.map((part) => `(${part})`).join(' or ')})`, values }
  }

  /** What the columns of rows that were found hold; `*.file_id` is that column of any table. */
  async #valuesOf(from: string): Promise<readonly string[]> {
    if (from === 'leads') return this.#person.leads
    if (from === 'profiles') return this.#person.accounts
    if (from === 'events') {
      const subjects = [...this.#person.leads, ...this.#person.accounts]
      const { rows } = await this.#run('select id::text as id from events where subject_id = any($1::text[]::uuid[])', [subjects])
      return rows.map(({ id }) => String(id))
    }
    if (from === 'address') return this.#person.addresses.map((address) => address.toLowerCase())
    const [table = '', column] = from.split('.')
    const tables =
      table === '*'
        ? [...this.#tables].filter(([, { facts }]) => words(facts).includes(column ?? '')).map(([name]) => name)
        : [table]
    const found: string[] = []
    for (const name of tables) {
      const condition = await this.where(name)
      if (!condition) continue
      const value = column ?? this.#tables.get(name)?.key ?? 'id'
      const { rows } = await this.#run(
        `select distinct ${value}::text as value from ${name} where ${condition.sql}`,
        condition.values,
      )
      found.push(...rows.flatMap((row) => (row.value === null ? [] : [String(row.value)])))
    }
    return found
  }
}
