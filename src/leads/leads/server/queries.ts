import { type InferResult, type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { FieldValues } from '#leads/fields/domain/fields.ts'
import { filesOfLead, type StoredLeadFile } from '#leads/files/server/queries.ts'
import { namesOfOffer } from '#leads/offers/server/queries.ts'
import { partsOfLead, sharedLeadIds, shareInListColumn } from '#leads/shares/server/queries.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import { awaitsClient } from '#money/commissions/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { defaultPageSize, type Position } from '#platform/server/http/lists/cursor.ts'
import { searchPattern } from '#platform/server/http/lists/listing.ts'
import { endOfDay, withinPeriod } from '#platform/server/http/lists/period.ts'
import { firstLeads, furtherLeads } from '../api/lead-lists.ts'
import { leadFieldNames } from '../domain/lead-fields.ts'
import type { LeadStatus } from '../domain/leads.ts'
import { type AskedFilter, conditions, createdAt, isNarrowed, type LeadFilter, scopeOf, searchesAll } from './filter-queries.ts'
import { sqlColumns } from './lead-row.ts'
import { typedByColumn } from './typed-by-queries.ts'

/** The columns that a list shows. The database keeps what follows from registration, client and commission on the lead itself. */
const shortColumns = [
  'l.id',
  'l.name',
  'l.company',
  'l.estimated_amount_cents',
  'l.offer_type',
  'l.status',
  'l.created_at',
  'l.registration_state',
  'l.protected_until',
  'l.client_word',
  'l.client_word_at',
  'l.settled',
  'l.stage_since',
] as const

/** What lists are shown by, looked up once for a query: a join would change the plans of all lists. */
interface ListSettings {
  readonly staleAfterDays: Readonly<Record<LeadStatus, number>>
  /** The keys of the fields that cards and lists show. */
  readonly fields: readonly string[]
  readonly hasHidden: boolean
}

const listSettings = sql<ListSettings>`(select app.lead_list_settings())`

/** The values that partners do not see, where lists show one: their role may not even ask for them. */
const hiddenValues = (ofAll: boolean) =>
  ofAll
    ? sql<FieldValues | null>`case when (${listSettings} ->> 'hasHidden')::boolean then
        (select s.fields from lead_staff_fields s where s.lead_id = l.id) end`
    : sql<FieldValues | null>`null::jsonb`

/** What the values that lists show are read from, of leads that are called `l`. */
export const listedValues = (ofAll: boolean) =>
  ['l.fields', hiddenValues(ofAll).as('staff_fields'), listSettings.as('settings')] as const

/** Leads as a list shows them. `ofAll`: to staff, who see whose each is and what it may duplicate. */
function leads(tx: Tx, ofAll: boolean) {
  return tx
    .selectFrom('leads as l')
    .select(shortColumns)
    .select([...listedValues(ofAll), shareInListColumn, typedByColumn])
    .$if(ofAll, (query) =>
      query
        .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
        .select(['l.partner_id', 'l.possible_duplicate_of', 'p.full_name as partner_name', 'p.partner_deleted_at']),
    )
}

export type ListedLead = InferResult<ReturnType<typeof leads>>[number]

/** Leads with everything about them. */
function wholeLeads(tx: Tx) {
  return (
    tx
      .selectFrom('leads as l')
      // Who shares another partner's lead does not read that partner's profile.
      .leftJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
      .select(shortColumns)
      .select(['l.fields', listSettings.as('settings'), shareInListColumn, partsOfLead, typedByColumn])
      .select(leadFieldNames.map((field) => `l.${sqlColumns[field]}` as const))
      .select(['l.partner_id', 'l.possible_duplicate_of', 'l.company_key', 'l.phone_key', 'l.external_id'])
      .select(['l.lost_reason', 'l.lost_note', 'l.updated_at', 'p.partner_deleted_at'])
      .select(sql<string>`coalesce(p.full_name, '')`.as('partner_name'))
      // Looked up for each lead of the page: a join would read all registrations.
      .select(sql<string | null>`(select r.number from lead_registrations r where r.lead_id = l.id)`.as('registration_number'))
      .select(namesOfOffer.as('offer_words'))
  )
}

export type WholeLead = InferResult<ReturnType<typeof wholeLeads>>[number]

const firstId = '00000000-0000-0000-0000-000000000000'

interface PageValues {
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
const newest = <Query extends Narrowed<Query>>(
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
function perShape<Shape extends object, Query>(build: (shape: Shape) => Query): (shape: Shape) => Query {
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
    newest(leads(db, shape.ofAll), conditionsOf(shape, parameter), sql.lit(rows)),
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
const isUsual = (filter: Parameters<typeof isNarrowed>[0] & { readonly limit: number }) =>
  usualSizes.includes(filter.limit) && !isNarrowed(filter)

interface Page {
  readonly ofAll: boolean
  readonly after: Position | null
  readonly limit: number
}

/** The conditions of a page. */
function pageConditions(filter: AskedFilter & Page): RawBuilder<boolean>[] {
  if (searchesAll(filter)) {
    const { search, status = null, after, limit, from, to } = filter
    // A page follows the cursor or, before the first one, the end of the period. It holds the newest matches, so that those
    // before the period come last: left out, they end the list.
    const at = after?.at ?? (to ? endOfDay(to) : null)
    const id = after?.id ?? (to ? firstId : null)
    const matches = sql`app.search_all_leads(${searchPattern(search)}, ${status}, ${at}, ${id}, ${limit + 1})`
    return [sql<boolean>`l.id = any(array(select ${matches}))`, ...withinPeriod(createdAt, { from })]
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
  return newest(leads(tx, filter.ofAll), pageConditions(filter), filter.limit + 1).execute()
}

/** The same with everything about them. */
export function listWholeLeads(tx: Tx, filter: LeadFilter & Page): Promise<WholeLead[]> {
  if (!isNarrowed(filter)) return keptWholePage(shapeOf(filter))(tx, valuesOf(filter))
  return newest(wholeLeads(tx), pageConditions(filter), filter.limit + 1).execute()
}

const askedStage = sql<LeadStatus>`asked.stage`

/** Pages of several stages, each by `page`, which compares the stage of its leads with `askedStage`. */
const eachStage = (tx: Tx, stages: RawBuilder<LeadStatus[]>, page: ReturnType<typeof leads>) =>
  tx
    .selectFrom(sql<{ stage: LeadStatus }>`unnest(${stages}::text[])`.as<'asked'>(sql`asked(stage)`))
    .innerJoinLateral(page.as('l'), (join) => join.onTrue())
    .selectAll('l')
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')

interface BoardShape {
  readonly ofAll: boolean
  readonly ofPartner: boolean
  readonly rows: number
  /** The keys of the stages, with commas between them. */
  readonly stages: string
}

/** Boards filtered by partner alone. Their stages are a part of the text, as their rows are. */
const keptBoard = perShape(({ ofAll, ofPartner, rows, stages }: BoardShape) =>
  keptQuery<Pick<PageValues, 'partnerId'>, ListedLead>((db, parameter) => {
    const conditions = [
      sql<boolean>`l.status = ${askedStage}`,
      ...(ofPartner ? [sql<boolean>`l.partner_id = ${parameter('partnerId')}`] : []),
      ...scopeOf({ ofAll, ofPartner }),
    ]
    const keys = sql<LeadStatus[]>`string_to_array(${sql.lit(stages)}, ',')`
    return eachStage(db, keys, newest(leads(db, ofAll), conditions, sql.lit(rows)))
  }),
)

function boardPages(tx: Tx, stages: readonly LeadStatus[], filter: BoardFilter): Promise<ListedLead[]> {
  const { ofAll, partnerId, limit } = filter
  if (stages.length === 0) return Promise.resolve([])
  if (isUsual(filter)) {
    const shape = { ofAll, ofPartner: Boolean(partnerId), rows: limit + 1, stages: stages.join() }
    return keptBoard(shape)(tx, { partnerId })
  }
  const conditions = pageConditions({ ...filter, status: askedStage, after: null })
  return eachStage(tx, sql`${[...stages]}`, newest(leads(tx, ofAll), conditions, limit + 1)).execute()
}

type BoardFilter = Omit<LeadFilter, 'status'> & Omit<Page, 'after'>

/** The first page of each of these stages, as `listLeads` has it, in one query. */
export async function listLeadsByStage(
  tx: Tx,
  stages: readonly LeadStatus[],
  filter: BoardFilter,
): Promise<ReadonlyMap<LeadStatus, ListedLead[]>> {
  return Map.groupBy(await boardPages(tx, stages, filter), ({ status }) => status)
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
  return shared ? newest(leads(tx, false), shared.all, shared.count).execute() : []
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
  let query = leads(tx, ofAll).where(sql<boolean>`l.id = any(${all})`)
  for (const condition of conditions({ ...filter, ofAll })) query = query.where(condition)
  return query.execute()
}

/** A lead as it is read alone. */
export type SeenLead = WholeLead & { readonly files: readonly StoredLeadFile[] | null }

const leadById = keptQuery<{ id: string }, SeenLead>((db, parameter) =>
  wholeLeads(db).select(filesOfLead.as('files')).where('l.id', '=', parameter('id')),
)

export async function findLead(tx: Tx, id: string): Promise<SeenLead | undefined> {
  const [lead] = await leadById(tx, { id })
  return lead
}

export async function findLeadId(tx: Tx, externalId: string): Promise<string | null> {
  const row = await tx.selectFrom('leads').select('id').where('external_id', '=', externalId).executeTakeFirst()
  return row?.id ?? null
}

/** The commission of a signed lead; under another rule than the specification's, all that it has brought together. */
export async function findCommission(tx: Tx, leadId: string) {
  const rows = await tx
    .selectFrom('commissions as c')
    .select([
      'c.revenue_cents',
      'c.commission_rate',
      'c.tier_name',
      'c.tier_names',
      'c.amount_cents',
      'c.status',
      'c.payable_by',
      'c.paid_at',
    ])
    .select([awaitsClient.as('awaits_client'), sql<boolean>`c.held_reason is not null or c.disputed`.as('is_held')])
    .select(sql<boolean>`c.reason is not null`.as('is_by_rule'))
    .where('c.lead_id', '=', leadId)
    .where((where) => where.or([where('c.kind', '=', 'deal'), where('c.reason', 'is not', null)]))
    .orderBy('c.id')
    .execute()
  const [first] = rows
  if (!first?.is_by_rule) return first
  const isSome = (status: CommissionStatus) => rows.some((row) => row.status === status)
  return {
    ...first,
    revenue_cents: Math.max(
      0,
      rows.reduce((sum, row) => sum + row.revenue_cents, 0),
    ),
    amount_cents: Math.max(
      0,
      rows.reduce((sum, row) => sum + row.amount_cents, 0),
    ),
    status: isSome('en_attente') ? ('en_attente' as const) : isSome('valide') ? ('valide' as const) : ('paye' as const),
    is_held: rows.some(({ is_held }) => is_held),
  }
}
