import { type RawBuilder, sql } from 'kysely'
import { holds, type PlacedCondition } from '#leads/fields/server/filter-queries.ts'
import type { Period } from '#platform/api/period.ts'
import { readReference } from '#platform/domain/references.ts'
import { textContains } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import type { LeadStatus } from '../domain/leads.ts'

export interface LeadFilter extends Period {
  readonly partnerId?: string | undefined
  /** The person of a partner whom a lead is of. */
  readonly typedBy?: string | undefined
  readonly status?: LeadStatus | undefined
  readonly search?: string | undefined
  /** The key of an offer. */
  readonly offer?: string | undefined
  /** What custom fields hold. */
  readonly fieldValues?: readonly PlacedCondition[] | undefined
  readonly duplicates?: 'yes' | undefined
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
/** The leads that a list is of: all, those of one partner, or the caller's own. */
export const scopeOf = ({ ofAll, ofPartner }: { readonly ofAll: boolean; readonly ofPartner: boolean }) => {
  if (!ofAll) return [isOwn]
  return ofPartner ? [] : [isOfAll]
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
export function conditions({
  partnerId,
  typedBy,
  status,
  offer,
  duplicates,
  staleAt,
  search,
  ofAll,
  ...more
}: AskedFilter): RawBuilder<boolean>[] {
  const { fieldValues = [], ...period } = more
  return [
    ...withinPeriod(createdAt, period),
    ...(partnerId ? [sql<boolean>`l.partner_id = ${partnerId}`] : []),
    ...(typedBy ? [sql<boolean>`l.typed_by = ${typedBy}`] : []),
    ...(status ? [sql<boolean>`l.status = ${status}`] : []),
    ...(offer ? [sql<boolean>`l.offer_type = ${offer}`] : []),
    ...(duplicates ? [sql<boolean>`l.possible_duplicate_of is not null`] : []),
    ...(staleAt ? [isStale(staleAt)] : []),
    ...fieldValues.map(holds),
    ...(search ? [matches(search, Boolean(ofAll))] : []),
  ]
}

/** Whether a filter asks for more than partner and stage, by which pages and sums are kept. */
export const isNarrowed = ({ typedBy, search, offer, duplicates, staleAt, from, to, fieldValues }: Omit<LeadFilter, 'status'>) =>
  Boolean(typedBy || search || offer || duplicates || staleAt || from || to || fieldValues)

/** A text search over all partners' leads: the expensive case, with a path of its own. */
export function searchesAll<F extends AskedFilter>(filter: F): filter is F & { search: string } {
  return Boolean(
    filter.ofAll &&
      filter.search &&
      !filter.partnerId &&
      !filter.typedBy &&
      !filter.offer &&
      !filter.duplicates &&
      !filter.staleAt &&
      !filter.fieldValues &&
      !readQuoted(filter.search),
  )
}
