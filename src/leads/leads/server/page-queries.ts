import { type RawBuilder, sql } from 'kysely'
import { sharedLeadIds } from '#leads/shares/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { defaultPageSize, type Position } from '#platform/server/http/lists/cursor.ts'
import { searchPattern } from '#platform/server/http/lists/listing.ts'
import { endOfDay, withinPeriod } from '#platform/server/http/lists/period.ts'
import { firstLeads, furtherLeads } from '../api/lead-lists.ts'
import type { LeadStatus } from '../domain/leads.ts'
import { type AskedFilter, conditions, createdAt, isNarrowed, type LeadFilter, scopeOf, searchesAll } from './filter-queries.ts'
import { type ListedLead, listedLeads, type WholeLead, wholeLeads } from './queries.ts'

const firstId = '00000000-0000-0000-0000-000000000000'

export interface PageValues {
  readonly partnerId: string | undefined
  readonly status: LeadStatus | undefined
  readonly at: Position['at'] | undefined
  readonly id: string | undefined
  readonly rows: number
}
type PageShape = Readonly<Record<'ofAll' | 'partnerId' | 'status' | 'after', boolean>>

/** What narrowing takes from a query, whatever it selects. */
interface Narrowed<Query> {
  where(condition: RawBuilder<boolean>): Query
  orderBy(column: RawBuilder<unknown>, direction: 'desc'): Query
  limit(rows: number | RawBuilder<number>): Query
}

/** The newest leads of a query that meet conditions. */
export const newest = <Query extends Narrowed<Query>>(
  query: Query,
  conditions: readonly RawBuilder<boolean>[],
  rows: number | RawBuilder<number>,
): Query =>
  conditions
    .reduce((narrowed, condition) => narrowed.where(condition), query)
    .orderBy(createdAt, 'desc')
    .orderBy(sql`l.id`, 'desc')
    .limit(rows)

/** The query of its shape, built at the first use. */
export function perShape<Shape extends object, Query>(build: (shape: Shape) => Query): (shape: Shape) => Query {
  const built = new Map<string, Query>()
  return (shape) => {
    const key = Object.values(shape).join()
    const query = built.get(key) ?? build(shape)
    built.set(key, query)
    return query
  }
}

const isAfter = (at: unknown, id: unknown) => sql<boolean>`(l.created_at, l.id) < (${at}, ${id}::uuid)`

/** Conditions of pages filtered by partner, status and position alone, the most frequent ones, which are compiled once each. */
const conditionsOf = (
  shape: PageShape,
  parameter: <Name extends keyof PageValues>(name: Name) => RawBuilder<PageValues[Name]>,
) => [
  ...(shape.partnerId ? [sql<boolean>`l.partner_id = ${parameter('partnerId')}`] : []),
  ...(shape.status ? [sql<boolean>`l.status = ${parameter('status')}`] : []),
  ...scopeOf({ ofAll: shape.ofAll, ofPartner: shape.partnerId }),
  ...(shape.after ? [isAfter(parameter('at'), parameter('id'))] : []),
]

const keptPage = perShape(({ rows, ...shape }: PageShape & { readonly rows: number }) =>
  keptQuery<PageValues, ListedLead>((db, parameter) =>
    newest(listedLeads(db, shape.ofAll), conditionsOf(shape, parameter), sql.lit(rows)),
  ),
)

const keptWholePage = perShape((shape: PageShape) =>
  keptQuery<PageValues, WholeLead>((db, parameter) => newest(wholeLeads(db), conditionsOf(shape, parameter), parameter('rows'))),
)

const shapeOf = ({ partnerId, status, after, ofAll }: LeadFilter & Page): PageShape => ({
  ofAll,
  partnerId: Boolean(partnerId),
  status: Boolean(status),
  after: after !== null,
})

const valuesOf = ({ partnerId, status, after, limit }: LeadFilter & Page): PageValues => ({
  partnerId,
  status,
  at: after?.at,
  id: after?.id,
  rows: limit + 1,
})

const usualSizes: readonly number[] = [firstLeads, defaultPageSize, furtherLeads]

/**
 * Whether leads are asked for as the portal's pages ask for them. The number of rows is then a part of the query's text: with a
 * parameter in its place PostgreSQL expects a tenth of all leads, and plans each execution anew.
 */
export const isUsual = (filter: Parameters<typeof isNarrowed>[0] & { readonly limit: number }) =>
  usualSizes.includes(filter.limit) && !isNarrowed(filter)

export interface Page {
  readonly ofAll: boolean
  readonly after: Position | null
  readonly limit: number
}

export function pageConditions(filter: AskedFilter & Page): RawBuilder<boolean>[] {
  if (searchesAll(filter)) {
    const { search, status = null, after, limit, from, to } = filter
    // A page follows the cursor or, before the first one, the end of the period. It holds the newest matches, so that those
    // before the period come last: left out, they end the list.
    const at = after?.at ?? (to ? endOfDay(to) : null)
    const id = after?.id ?? (to ? firstId : null)
    const matches = sql`app.search_all_leads(${searchPattern(search)}, ${status}, ${at}, ${id}, ${limit + 1})`
    return [sql<boolean>`l.id = any(array(select ${matches}))`, ...(from ? [withinPeriod(createdAt).from(from)] : [])]
  }
  return [
    ...conditions(filter),
    ...scopeOf({ ofAll: filter.ofAll, ofPartner: Boolean(filter.partnerId) }),
    ...(filter.after ? [isAfter(filter.after.at, filter.after.id)] : []),
  ]
}

/**
 * Leads, a partner's own or all, newest first, one row more than the limit. `ofAll` tells that the caller sees all partners'
 * leads, which decides the index.
 * A search over all leads takes two steps: a function that only administrators may call finds the ids without the policies, whose
 * rows are then read through them.
 */
export function listLeads(tx: Tx, filter: LeadFilter & Page): Promise<ListedLead[]> {
  if (isUsual(filter)) return keptPage({ ...shapeOf(filter), rows: filter.limit + 1 })(tx, valuesOf(filter))
  return newest(listedLeads(tx, filter.ofAll), pageConditions(filter), filter.limit + 1).execute()
}

/** The same with everything about them. */
export function listWholeLeads(tx: Tx, filter: LeadFilter & Page): Promise<WholeLead[]> {
  if (!isNarrowed(filter)) return keptWholePage(shapeOf(filter))(tx, valuesOf(filter))
  return newest(wholeLeads(tx), pageConditions(filter), filter.limit + 1).execute()
}

type SharedFilter = LeadFilter & Pick<Page, 'ofAll' | 'after'>

/** The conditions of the leads that others share with the calling partner, which are few; null where there are none. */
async function sharedConditions(tx: Tx, { after, ...filter }: SharedFilter) {
  const ids = filter.ofAll ? [] : await sharedLeadIds(tx)
  if (ids.length === 0) return null
  const isShared = sql<boolean>`l.id = any(${sql`${[...ids]}::uuid[]`})`
  const place = after ? [isAfter(after.at, after.id)] : []
  return { all: [isShared, ...conditions(filter), ...place], count: ids.length }
}

/** The leads that others share with the calling partner, as far as the filter matches, newest first. */
export async function listSharedLeads(tx: Tx, filter: SharedFilter): Promise<ListedLead[]> {
  const shared = await sharedConditions(tx, filter)
  return shared ? newest(listedLeads(tx, false), shared.all, shared.count).execute() : []
}

async function listSharedWholeLeads(tx: Tx, filter: SharedFilter): Promise<WholeLead[]> {
  const shared = await sharedConditions(tx, filter)
  return shared ? newest(wholeLeads(tx), shared.all, shared.count).execute() : []
}

interface Placed {
  readonly id: string
  readonly created_at: Date
}

/** A page of a partner's own leads together with those that others share with them, newest first, one row more than the limit. */
export function withShared<Row extends Placed>(own: readonly Row[], shared: readonly Row[], limit: number): readonly Row[] {
  if (shared.length === 0) return own
  const newestFirst = (one: Row, other: Row) =>
    other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1)
  return [...own, ...shared].sort(newestFirst).slice(0, limit + 1)
}

/** A page of the leads that the caller sees, newest first, one row more than the limit. */
export async function listSeenLeads(tx: Tx, filter: LeadFilter & Page): Promise<readonly ListedLead[]> {
  const [own, shared] = await Promise.all([listLeads(tx, filter), listSharedLeads(tx, filter)])
  return withShared(own, shared, filter.limit)
}

/** The same with everything about them. */
export async function listSeenWholeLeads(tx: Tx, filter: LeadFilter & Page): Promise<readonly WholeLead[]> {
  const [own, shared] = await Promise.all([listWholeLeads(tx, filter), listSharedWholeLeads(tx, filter)])
  return withShared(own, shared, filter.limit)
}

/** The leads with these ids, or whose commissions have them, as far as the filter matches. */
export function listChangedLeads(
  tx: Tx,
  { ofAll, ...filter }: Omit<LeadFilter, 'status'> & { readonly ofAll: boolean },
  ids: readonly string[],
): Promise<ListedLead[]> {
  const changedIds = sql`${[...ids]}::uuid[]`
  // As one array: with `or`, PostgreSQL would scan all leads.
  const all = sql`array(select unnest(${changedIds}) union all select lead_id from commissions where id = any(${changedIds}))`
  let query = listedLeads(tx, ofAll).where(sql<boolean>`l.id = any(${all})`).where('l.restricted_at', 'is', null)
  for (const condition of conditions({ ...filter, ofAll })) query = query.where(condition)
  return query.execute()
}
