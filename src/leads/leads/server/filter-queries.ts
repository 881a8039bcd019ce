import { type RawBuilder, sql } from 'kysely'
import { holds, type PlacedCondition } from '#leads/fields/server/filter-queries.ts'
import type { FilterOf } from '#platform/api/list.ts'
import { readReference } from '#platform/domain/references.ts'
import { conditionsOf, textContains } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import type { leadList } from '../api/lead-lists.ts'
import type { LeadStatus } from '../domain/leads.ts'

/** The filter as requests name it. */
export type NamedLeadFilter = FilterOf<typeof leadList> & { readonly status?: LeadStatus | undefined }

export type LeadFilter = Omit<NamedLeadFilter, 'stale' | 'fieldValues'> & {
  /** What custom fields hold. */
  readonly fieldValues?: readonly PlacedCondition[] | undefined
  /** Only leads that are stale at this time. */
  readonly staleAt?: Date | undefined
}

export const createdAt = sql`l.created_at`
/**
 * A partner's own leads. The policies show them those that others share with them too, which a list reads apart: as one condition
 * they would keep pages from being read along an index, and sums would count a shared lead twice. Behind a subquery, as in the
 * policy, since the plan serves the next partner on the connection too and is not to be made for the leads of one.
 */
const isOwn = sql<boolean>`l.partner_id = (select app.partner_id())`
/** The condition of the indexes over all partners' leads. */
const isOfAll = sql<boolean>`l.created_at > '-infinity'`
/** What is restricted is in no list of staff; the policies keep it from partners. */
const isListed = sql<boolean>`l.restricted_at is null`
/** The leads that a list is of: all, those of one partner, or the caller's own. */
export const scopeOf = ({ ofAll, ofPartner }: { readonly ofAll: boolean; readonly ofPartner: boolean }) => {
  if (!ofAll) return [isOwn]
  return ofPartner ? [isListed] : [isOfAll, isListed]
}

const registrationNumber = /^REF[\s-]*(\d{4})[\s-]+0*(\d{1,9})$/

/** The number of a registration or the reference of a receipt, if that is what was typed: names have no such form. */
function readQuoted(search: string): { readonly number: string } | { readonly reference: string } | null {
  const parts = registrationNumber.exec(search.trim().toUpperCase())
  if (parts) return { number: `REF-${parts[1]}-${parts[2]?.padStart(6, '0')}` }
  const reference = /\d/.test(search) ? readReference(search) : null
  return reference === null ? null : { reference }
}

/** Staff find a lead by values that partners do not see, too. */
function hasWords(search: string, isStaff: boolean): RawBuilder<boolean> {
  const words = textContains(sql`l.search_text`, search)
  if (!isStaff) return words
  const hidden = sql`array(select s.lead_id from lead_staff_fields s where ${textContains(sql`s.search_text`, search)})`
  return sql<boolean>`(${words} or l.id = any(${hidden}))`
}

function matches(search: string, isStaff: boolean): RawBuilder<boolean> {
  const quoted = readQuoted(search)
  if (!quoted) return hasWords(search, isStaff)
  return 'number' in quoted
    ? sql<boolean>`l.id = any(array(select r.lead_id from lead_registrations r where r.number = ${quoted.number}))`
    : sql<boolean>`l.id = any(array(select k.lead_id from lead_receipts k where k.reference = ${quoted.reference}))`
}

const isStale = (now: Date) => sql<boolean>`exists (select from lead_stages s
  where s.key = l.status and l.stage_since < ${now}::timestamptz - make_interval(days => s.stale_after_days))`

/** The filter as conditions take it: a board asks for each stage of a list of them. */
export type AskedFilter = Omit<LeadFilter, 'status'> & {
  readonly ofAll?: boolean
  readonly status?: LeadStatus | RawBuilder<string> | undefined
}

/** The conditions of a filter. */
export const conditions = (filter: AskedFilter) =>
  conditionsOf<Omit<AskedFilter, 'ofAll'>>(filter, {
    ...withinPeriod(createdAt),
    partnerId: (partnerId) => sql<boolean>`l.partner_id = ${partnerId}`,
    typedBy: (typedBy) => sql<boolean>`l.typed_by = ${typedBy}`,
    status: (status) => sql<boolean>`l.status = ${status}`,
    offer: (offer) => sql<boolean>`l.offer_type = ${offer}`,
    duplicates: () => sql<boolean>`l.possible_duplicate_of is not null`,
    staleAt: isStale,
    fieldValues: (fieldValues) => fieldValues.map(holds),
    search: (search) => matches(search, Boolean(filter.ofAll)),
  })

/**
 * What a filter asks for beyond partner and stage, by which pages and sums are kept. `text`: the path of a text search over all
 * leads takes it; a filter without an entry does not compile.
 */
const narrowings = {
  search: 'text',
  from: 'text',
  to: 'text',
  typedBy: 'more',
  offer: 'more',
  duplicates: 'more',
  staleAt: 'more',
  fieldValues: 'more',
} as const satisfies Record<Exclude<keyof LeadFilter, 'status' | 'partnerId'>, 'text' | 'more'>
const narrowingNames = Object.keys(narrowings) as (keyof typeof narrowings)[]

export const isNarrowed = (filter: Omit<LeadFilter, 'status'>) => narrowingNames.some((name) => filter[name])

/** A text search over all partners' leads: the expensive case, with a path of its own. */
export function searchesAll<F extends AskedFilter>(filter: F): filter is F & { search: string } {
  const asksMore = narrowingNames.some((name) => narrowings[name] === 'more' && filter[name])
  return Boolean(filter.ofAll && filter.search && !filter.partnerId && !asksMore && !readQuoted(filter.search))
}
