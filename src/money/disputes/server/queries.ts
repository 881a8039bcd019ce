import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { hiddenWords, isListed, shownCompany, shownName } from '#leads/hidden-clients/server/queries.ts'
import type { FilterOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import { conditionsOf, is, matching, textContains } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import type { disputeList } from '../api.ts'

/** Whether the commission was corrected or taken back since the dispute was opened, or another added by hand or for the lead. */
const isCorrected = sql<boolean>`d.state in ('open', 'answered') and (
  exists (
    select from commissions made where made.partner_id = d.partner_id and made.created_at >= d.opened_at
      and made.id is distinct from d.commission_id
      and (made.kind = 'manual' or made.reverses_id = d.commission_id or made.lead_id = d.lead_id)
  ) or exists (
    select from events e where e.subject_id = d.commission_id and e.name = 'commission.corrected' and e.occurred_at >= d.opened_at
      and e.id >= app.first_event_id(d.opened_at)
  ))`

function disputes(tx: Tx) {
  return tx
    .selectFrom('disputes as d')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'd.partner_id')
    .leftJoin('profiles as closer', 'closer.user_id', 'd.closed_by')
    .leftJoin('leads as l', 'l.id', 'd.lead_id')
    .selectAll('d')
    .select([
      'd.opened_at as created_at',
      'p.full_name as partner_name',
      'p.partner_deleted_at',
      'closer.full_name as closer_name',
      shownName.$castTo<string | null>().as('lead_name'),
      shownCompany.$castTo<string | null>().as('lead_company'),
      isCorrected.as('is_corrected'),
    ])
}

export type ListedDispute = InferResult<ReturnType<typeof disputes>>[number]

type DisputeFilter = FilterOf<typeof disputeList>

/** Disputes by partner and lead, or by the number of the payout that the commission is in. */
function matches(search: string) {
  const text = textContains(sql`concat_ws(' ', p.name_key, l.search_text, ${hiddenWords})`, search)
  return sql<boolean>`(${text} or d.commission_id = any(array(
    select c.id from payouts o join commissions c on c.payout_id = o.id where o.reference = ${search.trim().toUpperCase()})))`
}

interface Page {
  readonly after: Position | null
  readonly limit: number
}

/** Disputes, newest first. Returns one row more than the limit, to tell whether there is a next page. */
export function listDisputes(tx: Tx, filter: DisputeFilter, page: Page): Promise<ListedDispute[]> {
  const conditions = conditionsOf<DisputeFilter>(filter, {
    state: is('d.state'),
    partnerId: is('d.partner_id'),
    commissionId: is('d.commission_id'),
    leadId: is('d.lead_id'),
    search: matches,
    ...withinPeriod(sql`d.opened_at`),
  })
  let query = matching(disputes(tx), conditions)
    .orderBy('d.opened_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(page.limit + 1)
  if (page.after) query = query.where(sql<boolean>`(d.opened_at, d.id) < (${page.after.at}, ${page.after.id}::uuid)`)
  return query.execute()
}

export function findDispute(tx: Tx, id: string): Promise<ListedDispute | undefined> {
  return disputes(tx).where('d.id', '=', id).executeTakeFirst()
}

function messages(tx: Tx) {
  return tx
    .selectFrom('lead_comments as c')
    .leftJoin('profiles as p', 'p.user_id', 'c.author_id')
    .select(['c.id', 'c.author_id', 'c.body', 'c.created_at', 'p.full_name as author_name', 'p.deleted_at as author_deleted_at'])
    .select((select) =>
      select
        .selectFrom('disputes as d')
        .select(sql<boolean>`app.acts_for(c.author_id, d.partner_id)`.as('by'))
        .whereRef('d.id', '=', 'c.dispute_id')
        .as('by_partner'),
    )
}

export type ListedMessage = InferResult<ReturnType<typeof messages>>[number]

/** What was said about a dispute, newest first, one row more than the limit. */
export function listMessages(tx: Tx, disputeId: string, page: Page): Promise<ListedMessage[]> {
  let query = messages(tx)
    .where('c.dispute_id', '=', disputeId)
    // They stand in the lead's thread, too, which nobody reads while its client is about to be erased.
    .where(isListed(sql.ref('c.lead_id')))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit + 1)
  if (page.after) query = query.where(sql<boolean>`(c.created_at, c.id) < (${page.after.at}, ${page.after.id}::uuid)`)
  return query.execute()
}
