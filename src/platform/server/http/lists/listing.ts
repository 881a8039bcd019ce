import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { oneLine } from '#platform/domain/typed-text.ts'
import { type Cursor, cutPage, decodeCursor, defaultPageSize, type KeyType } from './cursor.ts'

/** What a list can be sorted by: an expression that is never null, and what it holds. */
export interface SortKey {
  readonly by: RawBuilder<unknown>
  readonly holds: KeyType
}

export interface Order {
  readonly key: SortKey
  readonly descending: boolean
  /** Makes the order total: rows of one key follow each other by id. */
  readonly id: RawBuilder<string>
  readonly after: Cursor | null
  readonly limit: number
}

interface ListQuery<K extends string> {
  readonly sort?: K | `-${K}` | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** A condition for each filter of a list, by its name, in the order in which the statement has them. */
type Conditions<Filter> = {
  readonly [Name in keyof Filter]-?: (value: NonNullable<Filter[Name]>) => RawBuilder<boolean> | readonly RawBuilder<boolean>[]
}

/** The conditions of the filters that are set. */
export function conditionsOf<Filter>(filter: Filter, conditions: Conditions<Filter>): RawBuilder<boolean>[] {
  return (Object.keys(conditions) as (keyof Filter)[]).flatMap((name) => {
    const value = filter[name]
    return value ? conditions[name](value) : []
  })
}

/** The condition that a column is what a filter names. */
export const is = (column: string) => (value: string) => sql<boolean>`${sql.ref(column)} = ${value}`

/** A query with further conditions. */
export function matching<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  conditions: readonly RawBuilder<boolean>[],
): SelectQueryBuilder<DB, TB, O> {
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query)
}

/** A row as `inOrder` selects it. */
export interface Sorted {
  readonly id: string
  readonly sort_key: string
}

/** The order that a caller asks for. Refuses `invalid_input` for a cursor that no list with this order has given. */
export function orderOf<K extends string>(
  keys: Readonly<Record<K, SortKey>>,
  query: ListQuery<K>,
  usual: K | `-${K}`,
  id: RawBuilder<string>,
): Order {
  const sort = query.sort ?? usual
  const descending = sort.startsWith('-')
  const key = keys[(descending ? sort.slice(1) : sort) as K]
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, key.holds)
  return { key, descending, id, after, limit: query.limit ?? defaultPageSize }
}

/** Orders a query, starts it after the cursor and reads one row more than the page. */
export function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { key: { by, holds }, descending, id, after, limit }: Order,
): SelectQueryBuilder<DB, TB, O & { sort_key: string }> {
  const direction = descending ? 'desc' : 'asc'
  const asText = holds === 'time' ? sql<string>`(extract(epoch from ${by}) * 1000000)::bigint::text` : sql<string>`(${by})::text`
  const sorted = query
    .select(asText.as('sort_key'))
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(limit + 1)
  if (!after) return sorted as SelectQueryBuilder<DB, TB, O & { sort_key: string }>
  const value =
    holds === 'time'
      ? sql`'epoch'::timestamptz + ${after.key}::bigint * interval '1 microsecond'`
      : sql`${after.key}::${sql.raw({ day: 'date', number: 'bigint', text: 'text' }[holds])}`
  const operator = sql.raw(descending ? '<' : '>')
  const further = sorted.where(sql<boolean>`(${by}, ${id}) ${operator} (${value}, ${after.id}::uuid)`)
  return further as SelectQueryBuilder<DB, TB, O & { sort_key: string }>
}

/** `cutPage` for rows selected by `inOrder`. */
export function sortedPage<R extends Sorted, T>(
  rows: readonly R[],
  limit: number | undefined,
  present: (row: R) => T,
): { items: T[]; nextCursor: string | null } {
  return cutPage(rows, limit ?? defaultPageSize, (row) => row.sort_key, present)
}

/** Lower case without accents, as the database stores what it searches and sorts by. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`app.unaccent(lower(${text}))`
}

/** A value, folded once per statement: a plan that is kept would call the function for each row it looks at. */
function foldedOnce(value: string): RawBuilder<string> {
  return sql<string>`(select ${folded(sql.val(value))})`
}

/** A LIKE pattern for texts stored in lower case without accents: they hold the search; % and _ are what they look like. */
export function searchPattern(search: string): RawBuilder<string> {
  return foldedOnce(`%${oneLine(search).replace(/[\\%_]/g, (char) => `\\${char}`)}%`)
}

/**
 * The stored text holds the search, by reading row after row in the order of the list. A LIKE under a policy is estimated without
 * statistics as rare, which makes the planner read and sort the whole table, or every trigram of it; of this it expects many.
 */
export function textContains(column: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${column}, ${foldedOnce(oneLine(search))}) > 0`
}
