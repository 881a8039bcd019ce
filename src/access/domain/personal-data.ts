/** The people of whom something is kept; a partner is the company, a member one of its people. */
export const whose = ['client', 'partner', 'member', 'staff', 'visitor'] as const
export type Whose = (typeof whose)[number]

/** Why something is kept: the activities of the record of processing (GDPR, art. 30). */
export const purposes = [
  'referrals',
  'introductions',
  'refusals',
  'contracts',
  'payments',
  'accounting',
  'vigilance',
  'communication',
  'accounts',
  'security',
  'rights',
] as const
export type Purpose = (typeof purposes)[number]

/** How long something is kept; `people-data/register/domain/periods.ts` says from when on and how long. */
export const periodNames = [
  'lead',
  'denied',
  'refused',
  'client',
  'contract',
  'accounting',
  'declaration',
  'bankDetails',
  'identityCopy',
  'invitation',
  'mail',
  'log',
  'request',
  'refusal',
  'account',
  'days',
  'backup',
] as const
export type PeriodName = (typeof periodNames)[number]

/** What the law asks for: the register says from when on it counts for each table, and the nightly run lets go of its rows. */
export const keptPeriods = ['contract', 'accounting', 'declaration', 'log', 'request'] as const satisfies readonly PeriodName[]
export type KeptPeriod = (typeof keptPeriods)[number]
export const isKeptPeriod = (name: PeriodName): name is KeptPeriod => keptPeriods.some((kept) => kept === name)

/**
 * What an erasure does with a row, or with a column of a row that stays: the row goes, the column is emptied, it says 'Client
 * erased 3F2A', it follows from others (a key, a text for searches), somebody decides (free texts), or it stays as it is until
 * its period ends, for the reason that `law` names.
 */
export type Erasing = 'delete' | 'empty' | 'pseudonym' | 'follow' | 'decide' | 'keep'

/**
 * What keeps something from an erasure (GDPR, art. 17(3)): the books (C. com. L123-22), the tax declaration (LPF L102 B), what
 * may be claimed from a contract (C. civ. 2224), vigilance (C. trav. L8222-1), a claim of a third (17(3)(e)), or that rights were
 * heeded (5(2)).
 */
export const laws = ['books', 'tax', 'contract', 'vigilance', 'claims', 'accountability'] as const
export type Law = (typeof laws)[number]

/** What the archive of a person shows: it, it once somebody has read through it, or nothing (secrets, and what is of others). */
export type Showing = 'yes' | 'read' | 'no'

export interface Treatment {
  readonly of: Whose | readonly Whose[]
  readonly why: Purpose
  readonly period: PeriodName
  readonly erase: Erasing
  /** Wherever `erase` is `keep`. */
  readonly law?: Law
  readonly show: Showing
}

/** The keys of a JSON value down to the tenth level; of a list those of its items, of a record by ids none. */
type JsonKeys<T, Depth extends readonly unknown[] = []> = Depth['length'] extends 10
  ? never
  : T extends readonly (infer Item)[]
    ? JsonKeys<Item, Depth>
    : T extends object
      ? string extends keyof T
        ? JsonKeys<T[keyof T], [...Depth, 1]>
        : { [K in keyof T]-?: (K & string) | JsonKeys<T[K], [...Depth, 1]> }[keyof T]
      : never

/** The words of a text in which blanks and line breaks stand between them. */
type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Lines<Word>>
  : Exclude<Found | Lines<Text>, ''>
type Lines<Text extends string> = Text extends `${infer Line}\n${infer Rest}` ? Line | Rest : Text

/** Which keys of a JSON value are about somebody and which are not, apart by blanks. */
export interface JsonShape {
  readonly person: string
  readonly facts: string
  /** Those of the former in which somebody writes freely: they are read before they are shown. */
  readonly read?: string
}

type Left<A, B> = [Exclude<A, B>, Exclude<B, A>] extends [never, never] ? [] : [left: Exclude<A, B> | Exclude<B, A>]

/** The shape of values of a type. A key that it lacks, or has beyond the type, does not compile: the last argument names it. */
export const shapeOf =
  <T>() =>
  <const Person extends string, const Facts extends string>(
    person: Person,
    facts: Facts,
    ..._left: Left<JsonKeys<T>, Words<Person> | Words<Facts>>
  ): JsonShape => ({ person, facts })

/** Which columns of a table say nothing about anybody by themselves (ids, times, states, amounts), and which may name anybody. */
interface Columns {
  readonly facts: string
  /**
   * Texts that may name somebody whom the row is not about. An erasure looks for the person's words there, and does with them
   * what the table says; of a table about nobody, staff decide.
   */
  readonly mentions?: string
}

export interface PersonTable extends Treatment, Columns {
  /**
   * From what its rows are reached, by the column that leads there: `{ leads: 'lead_id' }` are the rows whose `lead_id` is the
   * `key` of a lead that was found, `{ 'lead_files.file_id': 'id' }` those whose `id` stands in that column of a row that was
   * found, and `*` is any table. Of several columns, apart by spaces, one is enough, and so is one of several ways.
   * `after.leadId` is a key of a JSON column. `address` is a proven mailbox, compared by `mailboxOf`; `hash` a keyed hash of it.
   */
  readonly via: Readonly<Record<string, string>>
  /** The column that others name its rows by; `id` where nothing is said. */
  readonly key?: string
  /** The columns about somebody, apart by spaces, that are treated as the table. */
  readonly columns: string
  /** Columns about somebody that are treated otherwise. */
  readonly but?: Readonly<Record<string, Partial<Treatment>>>
  /**
   * From when on its period counts, as SQL over the row `t`, null while it has not begun. Books say their day, of whose year the
   * end counts.
   */
  readonly since?: string
  /** What becomes of a row at the end of its period: it goes, or its texts and its files go, and its ids, days and sums stay. */
  readonly ends?: 'delete'
  /** Which keys of its JSON columns are about somebody. Custom fields say it themselves (`lead_fields.about_person`). */
  readonly json?: Readonly<Record<string, JsonShape>>
}

/** A table about nobody; its files may be. */
export interface FactTable extends Columns {
  readonly of: null
  readonly files?: { readonly period: KeptPeriod; readonly since: string }
}
export type TableEntry = PersonTable | FactTable

/** The entries of tables, by their names with the schema where it is not `public`. */
export type TableEntries = Readonly<Record<string, TableEntry>>

export const nobody = (facts: string, mentions = ''): FactTable => ({ of: null, facts, mentions })

export const isAboutPeople = (entry: TableEntry): entry is PersonTable => entry.of !== null

/** The period after which the nightly run lets go of a table's rows, and from when on it counts; null where it has none. */
export function keptOf(entry: TableEntry): { readonly period: KeptPeriod; readonly since: string } | null {
  if (!isAboutPeople(entry)) return entry.files ?? null
  const period = [...treatedColumns(entry).values(), entry].map((each) => each.period).find(isKeptPeriod)
  return period && entry.since ? { period, since: entry.since } : null
}

/** The names in a list of an entry. */
export const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Each column about somebody with how it is treated. */
export function treatedColumns({ columns, but = {}, ...table }: PersonTable): ReadonlyMap<string, Treatment> {
  const { of, why, period, erase, law, show } = table
  const usual: Treatment = { of, why, period, erase, show, ...(law && { law }) }
  return new Map([
    ...words(columns).map((name): [string, Treatment] => [name, usual]),
    ...Object.entries(but).map(([name, other]): [string, Treatment] => [name, { ...usual, ...other }]),
  ])
}

/** All columns that an entry names. */
export const namedColumns = (entry: TableEntry): readonly string[] => [
  ...(isAboutPeople(entry) ? treatedColumns(entry).keys() : []),
  ...words(`${entry.facts} ${entry.mentions ?? ''}`),
]
