import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { FilterOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { conditionsOf, matching } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import type { journalList } from '../api.ts'
import { isWithheld, withEvents } from './queries.ts'

export type JournalFilter = FilterOf<typeof journalList>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Conditions on a query over `journal j` and `events e`. A search is for a number, an id, a hash, or any text of the event. */
export const conditions = (filter: JournalFilter) =>
  conditionsOf<JournalFilter>(filter, {
    name: (name) => sql<boolean>`j.name = ${name}`,
    personId: (id) => sql<boolean>`${id}::uuid in (e.actor_id, e.partner_id, e.subject_id)`,
    subjectId: (id) => sql<boolean>`e.subject_id = ${id}::uuid`,
    ...withinPeriod(sql`j.occurred_at`),
    search: (search) => holds(search.toLowerCase()),
  })

function holds(sought: string) {
  if (uuid.test(sought)) return sql<boolean>`${sought}::uuid in (j.event_id, e.actor_id, e.partner_id, e.subject_id)`
  if (/^\d{1,15}$/.test(sought)) return sql<boolean>`(j.seq = ${sought}::bigint or ${textHolds(sought)})`
  if (/^[0-9a-f]{64}$/.test(sought)) return sql<boolean>`decode(${sought}, 'hex') in (j.hash, j.record_hash)`
  return textHolds(sought)
}

const textHolds = (sought: string) =>
  sql<boolean>`strpos(lower(case when ${isWithheld} then j.name
    else concat_ws(' ', j.name, e.before::text, e.after::text) end), ${sought}) > 0`

/** A page, newest first, one row more than asked for, with the names of people. */
export function listRows(tx: Tx, filter: JournalFilter, { below, limit }: { below: number | null; limit: number }) {
  const query = matching(withNames(tx), conditions(filter))
    .orderBy('j.seq', 'desc')
    .limit(limit + 1)
  return (below === null ? query : query.where('j.seq', '<', below)).execute()
}

export function findRow(tx: Tx, seq: number) {
  return withNames(tx).where('j.seq', '=', seq).executeTakeFirst()
}

function withNames(tx: Tx) {
  return withEvents(tx)
    .leftJoin('profiles as a', 'a.user_id', 'e.actor_id')
    .leftJoin(partnerContacts.as('p'), 'p.partner_id', 'e.partner_id')
    .select(isWithheld.as('is_withheld'))
    .select(['a.full_name as actor_name', 'a.deleted_at as actor_deleted_at'])
    .select(['p.full_name as partner_name', 'p.partner_deleted_at'])
}

export type ListedRow = InferResult<ReturnType<typeof withNames>>[number]
