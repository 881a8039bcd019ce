import { type InferResult, sql } from 'kysely'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'

interface Page {
  /** Event after which the page begins. */
  readonly after: string | null
  readonly limit: number
}

/** Events by one of two indexes: the partner that they concern, or the person who is their subject. */
function newestBy(tx: Tx, column: 'partner_id' | 'subject_id', partnerId: string, { after, limit }: Page) {
  let query = tx
    .selectFrom('events')
    .selectAll()
    .where(column, '=', partnerId)
    .orderBy('occurred_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(occurred_at, seq) < (select occurred_at, seq from events where id = ${after})`)
  return query
}

/** The person whom an event puts in the place of another one. */
const nameOf = (side: 'before' | 'after') =>
  sql<
    string | null
  >`(select full_name from profiles where user_id = (${payloadField('e', 'team.main_person_changed', side, 'personId')})::uuid
    and e.name in ('team.main_person_changed', 'lead.passed'))`

function actorNames(tx: Tx, partnerId: string, page: Page) {
  const events = tx
    .selectFrom(newestBy(tx, 'partner_id', partnerId, page).as('theirs'))
    .selectAll()
    // Leaves out what a person does for themselves, such as signing in, which is private.
    .union(tx.selectFrom(newestBy(tx, 'subject_id', partnerId, page).as('about')).selectAll())
    .orderBy('occurred_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(page.limit + 1)
  return (
    tx
      .selectFrom(events.as('e'))
      .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
      .leftJoin('commissions as c', 'c.id', 'e.subject_id')
      .leftJoin('disputes as d', 'd.id', 'e.subject_id')
      .leftJoin('leads as l', (join) =>
        join.on(sql<boolean>`l.id = coalesce(c.lead_id, d.lead_id, (e.after ->> 'leadId')::uuid, e.subject_id)`),
      )
      .leftJoin('contracts as k', 'k.id', 'e.subject_id')
      .leftJoin('payouts as o', 'o.id', 'e.subject_id')
      // A colleague of the partner's first person, who has the partner's id.
      .leftJoin('profiles as s', (join) => join.onRef('s.user_id', '=', 'e.subject_id').on('e.subject_id', '<>', partnerId))
      .selectAll('e')
      .select(['p.full_name as actor_name', 'p.deleted_at as actor_deleted_at'])
      .select(sql<boolean>`app.acts_for(e.actor_id, ${partnerId}::uuid)`.as('by_partner'))
      .select(
        sql<boolean>`(p.deleted_at is not null and app.acts_for(e.actor_id, ${partnerId}::uuid)
          and e.actor_id <> (select main_person_id from partners where id = ${partnerId}))`.as('actor_left'),
      )
      // Who is about to be erased is called as money calls them.
      .select(sql<string | null>`case when l.restricted_at is null then l.company else ${shownClient} end`.as('lead_company'))
      .select(sql<boolean>`l.restricted_at is not null`.as('is_withheld'))
      .select(['c.description as commission_description'])
      .select(['k.title as contract_title', 'o.reference as payout_reference', 's.full_name as person_name'])
      .select([nameOf('before').as('person_before'), nameOf('after').as('person_after')])
      .orderBy('e.occurred_at', 'desc')
      .orderBy('e.seq', 'desc')
  )
}

export type HistoryRow = InferResult<ReturnType<typeof actorNames>>[number]

/** What happened to a partner and their records, newest first, one row more than the limit. */
export function partnerHistory(tx: Tx, partnerId: string, page: Page): Promise<HistoryRow[]> {
  return actorNames(tx, partnerId, page).execute()
}
