import { type InferResult, type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { shownClient, shownCompany, shownName } from '#leads/hidden-clients/server/queries.ts'
import type { FilterOf, PageOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { lateInSql } from '#platform/server/db/deadlines.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import {
  conditionsOf,
  inOrder,
  matching,
  orderOf,
  type Sorted,
  type SortKey,
  searchPattern,
  textContains,
} from '#platform/server/http/lists/listing.ts'
import { endOfDay, endOfToday, startOfDay, withinPeriod } from '#platform/server/http/lists/period.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import { commissionList } from '../api/commissions.ts'
import { type CommissionStatusStats, type CommissionWait, commissionStatuses, type UnpaidState } from '../domain.ts'

/**
 * The client of a commission `c` with its lead `l`, as statements name it. Who reads the partner's money without this lead (its
 * accountant; a partner who handed it over) learns the name alone. Null without a lead.
 */
export const clientOfCommission = sql<string | null>`coalesce(${shownClient}, app.client_of(c.lead_id))`

function commissions(tx: Tx) {
  return tx
    .selectFrom('commissions as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.partner_id')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .leftJoin('lead_terms as t', 't.lead_id', 'c.lead_id')
    .leftJoin('client_payments as receipt', 'receipt.id', 'c.client_payment_id')
    .leftJoin('client_payments as refunded', 'refunded.id', 'receipt.refunds_id')
    .leftJoin('payouts as o', 'o.id', 'c.payout_id')
    .leftJoinLateral(unsettledOrigin.as('origin'), (join) => join.onTrue())
    .leftJoin('commission_rules as r', 'r.id', 'c.rule_id')
    .leftJoin('offers as f', 'f.key', 'r.offer')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('commissions as taken')
          .select([
            sql<number>`coalesce(sum(taken.revenue_cents), 0)::bigint`.as('revenue'),
            sql<number>`coalesce(sum(taken.amount_cents), 0)::bigint`.as('amount'),
          ])
          .whereRef('taken.reverses_id', '=', 'c.id')
          .as('reversed'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select([
      'reversed.revenue as reversed_revenue',
      'reversed.amount as reversed_amount',
      'p.full_name as partner_name',
      'p.partner_deleted_at',
      shownName.$castTo<string | null>().as('lead_name'),
      shownCompany.$castTo<string | null>().as('lead_company'),
      clientOfCommission.as('client'),
      't.expected_cents',
      'f.name as offer_name',
      'f.names as offer_names',
      'r.partner_id as rule_partner_id',
      sql<boolean>`r.id is not null`.as('has_rule'),
      'receipt.kind as receipt_kind',
      'receipt.reference as receipt_reference',
      'receipt.received_on',
      'refunded.reference as refunded_reference',
      sql<boolean>`c.kind = 'deal' and c.status = 'en_attente' and c.reason is null
        and coalesce(t.commission_basis, (select commission_basis from programme_settings)) = 'cash'`.as('awaits_client'),
      awaitsAnswer.as('awaits_answer'),
      unpaidState.as('unpaid_state'),
      dueBy.as('due_by'),
      'o.reference as payout_reference',
    ])
}

export type ListedCommission = InferResult<ReturnType<typeof commissions>>[number]

export const commissionSortKeys = {
  date: { by: sql`c.created_at`, holds: 'time' },
  partner: { by: sql`c.partner_key`, holds: 'text' },
  lead: { by: sql`c.lead_key`, holds: 'text' },
  revenue: { by: sql`c.revenue_cents`, holds: 'number' },
  rate: { by: sql`(c.commission_rate * 100)::bigint`, holds: 'number' },
  amount: { by: sql`c.amount_cents`, holds: 'number' },
  status: { by: sql`array_position(array['en_attente', 'valide', 'paye'], c.status)`, holds: 'number' },
  paid: { by: sql`coalesce(c.paid_at, 'epoch'::timestamptz)`, holds: 'time' },
  // Commissions that are paid or have no date come last.
  due: { by: sql`coalesce(case when c.status = 'valide' then c.payable_by end, '2200-01-01Z'::timestamptz)`, holds: 'time' },
} as const satisfies Record<(typeof commissionList.sorts)[number], SortKey>

export type CommissionFilter = FilterOf<typeof commissionList>

/** What is overdue depends on the time of the request. */
type AtTime = { readonly now: Date }

/** The condition of the indexes over all partners' commissions. */
const isOfAll = sql<boolean>`c.created_at > '-infinity'`

/** A lead's commission that becomes due by its client's payments. */
export const awaitsClient = sql<boolean>`(c.kind = 'deal' and c.status = 'en_attente' and c.reason is null and coalesce(
  (select t.commission_basis from lead_terms t where t.lead_id = c.lead_id),
  (select commission_basis from programme_settings)) = 'cash')`
/** A lead's commission whose registration waits for an answer of staff. */
export const awaitsAnswer = sql<boolean>`(c.status = 'en_attente' and c.lead_id is not null and exists (
  select from lead_registrations g where g.lead_id = c.lead_id and g.state in ('submitted', 'appealed')))`

/** What a clawback `c` takes back from, while that is not settled: joined as `origin`, and looked up for each alone. */
export const unsettledOrigin = sql<{ disputed: boolean; held_reason: string | null; payable_by: Date | null }>`(
  select s.disputed, s.held_reason, s.payable_by from commissions s
  where s.id = c.reverses_id and s.status = 'valide' and s.payout_id is null limit 1)`
/** The day of a commission `c`; a clawback has that of its `origin`. */
export const dueBy = sql<Date | null>`coalesce(c.payable_by, origin.payable_by)`
/** What a commission `c` with its `origin` waits for, while it is neither paid nor in a payout. */
export const unpaidState = sql<UnpaidState>`case when c.disputed then 'contested' when c.held_reason is not null then 'held'
  when origin.disputed or origin.held_reason is not null then 'original'
  when c.status = 'valide' then 'payable' when ${awaitsClient} then 'client' else 'validation' end`

const isPayable = sql`c.status = 'valide' and c.held_reason is null and not c.disputed`

/**
 * Whether a run of now pays the partner of `c`: what is due to them reaches the minimum, something may be sent to their bank
 * details, no document lacks and, where the portal draws up their invoices, they have signed the mandate. `planPayouts` decides
 * it, and about identities that no invoice can be drawn up with, too.
 */
const isPaidNow = (now: Date | RawBuilder<Date>) => sql<boolean>`(c.partner_id in (
  select c.partner_id from commissions c left join lateral ${unsettledOrigin} origin on true
  where ${isPayable} and c.payout_id is null and coalesce(${dueBy}, '-infinity') < ${endOfToday(now)}
    and not coalesce(origin.disputed or origin.held_reason is not null, false)
    and exists (select from app.bank_details_states(${now}::timestamptz) s where s.partner_id = c.partner_id and s.payable)
    and not exists (select from billing_profiles b where b.partner_id = c.partner_id and b.mode = 'self_billing'
      and not exists (select from app.mandate_in_force(c.partner_id)))
    and not ((select vigilance_hold from programme_settings) and c.partner_id in (
      select l.partner_id from app.lacking_documents((${now}::timestamptz at time zone ${zoneInSql})::date) l))
  group by c.partner_id
  having sum(c.amount_cents) >= greatest(1, (select minimum_payout_cents from programme_settings))))`

/** The one rule for whom a commission waits for: of the inbox's counts, and of the rows that they lead to. */
export function waitsFor(wait: CommissionWait, now: Date | RawBuilder<Date>): RawBuilder<boolean> {
  switch (wait) {
    case 'validation':
      return sql<boolean>`(c.status = 'en_attente' and not c.disputed and not ${awaitsClient} and not ${awaitsAnswer})`
    case 'registration':
      return sql<boolean>`(not c.disputed and not ${awaitsClient} and ${awaitsAnswer})`
    case 'client':
      return sql<boolean>`(${awaitsClient} and not c.disputed)`
    case 'payment':
      return sql<boolean>`(${isPayable} and c.payout_id is null)`
    case 'due':
      return sql<boolean>`(${isPayable} and c.payout_id is null and c.payable_by < ${endOfToday(now)} and ${isPaidNow(now)})`
    case 'overdue':
      return sql<boolean>`(${isPayable} and c.payout_id is null and ${lateInSql(sql`c.payable_by`, now)}
        and ${isPaidNow(now)})`
    case 'held':
      return sql<boolean>`(c.status = 'valide' and c.held_reason is not null and not c.disputed)`
  }
}

const hasDigit = (search: string) => /\d/.test(search)

/** Commissions whose payout, client payment or bank transfer has the number. */
const idsByNumber = (search: string) => {
  const number = sql`${search.trim().toUpperCase()}::text`
  return sql`select n.id from payouts o join commissions n on n.payout_id = o.id where o.reference = ${number}
    union all select n.id from client_payments r join commissions n on n.client_payment_id = r.id
    where r.search_text like ${searchPattern(search)} and upper(r.reference) = ${number}`
}

function matches(search: string): RawBuilder<boolean> {
  const text = textContains(sql`c.search_text`, search)
  return hasDigit(search) ? sql<boolean>`(${text} or c.id = any(array(${idsByNumber(search)})))` : text
}

const conditions = (filter: CommissionFilter & AtTime) =>
  conditionsOf<CommissionFilter>(filter, {
    waits: (waits) => waitsFor(waits, filter.now),
    disputed: () => sql<boolean>`c.disputed`,
    status: (status) => sql<boolean>`c.status = ${status}`,
    partnerId: (partnerId) => sql<boolean>`c.partner_id = ${partnerId}`,
    ...withinPeriod(sql`c.created_at`),
    search: matches,
  })

/** Searches with more matches scan the list in order; those with fewer look up the matching ids. */
const maxSearchIds = 250

/**
 * A page of commissions in the requested order, plus one row to detect a next page. `ofAll`: the caller sees all partners'
 * commissions, so a search may use the function that bypasses row-level security.
 */
export async function listCommissions(
  tx: Tx,
  filter: PageOf<typeof commissionList> & AtTime & { ofAll: boolean },
): Promise<(ListedCommission & Sorted)[]> {
  const { search, ...others } = filter
  const isOverAll = filter.ofAll && !filter.partnerId
  const order = orderOf(commissionSortKeys, filter, commissionList.usual, sql`c.id`)
  if (isOverAll) {
    const ids = search ? await searchIds(tx, search) : null
    const query = ids ? commissions(tx).where('c.id', 'in', ids) : commissions(tx).where(isOfAll)
    return inOrder(matching(query, conditions(ids ? others : filter)), order).execute()
  }
  // A partner's page is found first: what is joined is read for its rows alone, whatever the plan. It is one statement, since
  // whoever reads as a former partner does so until the next one.
  const ofPartner = matching(tx.selectFrom('commissions as c').select('c.id'), conditions(filter))
  const page = inOrder(ofPartner, order).as('page')
  const ids = tx.selectFrom(page).select('page.id')
  return inOrder(commissions(tx).where(sql<boolean>`c.id = any(array(${ids}))`), order).execute()
}

/** Ids matching a search; null if there are too many to look up. */
async function searchIds(tx: Tx, search: string): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select app.search_commissions(${searchPattern(search)}, ${maxSearchIds + 1}) as id
    ${hasDigit(search) ? sql`union ${idsByNumber(search)}` : sql``}`.execute(tx)
  if (rows.length > maxSearchIds) return null
  // `in ()` is not valid SQL.
  return rows.length === 0 ? [noId] : rows.map(({ id }) => id)
}

const noId = '00000000-0000-0000-0000-000000000000'

export function findCommission(tx: Tx, id: string): Promise<ListedCommission | undefined> {
  return commissions(tx).where('c.id', '=', id).executeTakeFirst()
}

export async function commissionsByIds(tx: Tx, ids: readonly string[]): Promise<ListedCommission[]> {
  return ids.length === 0
    ? []
    : commissions(tx)
        .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
        .execute()
}

/** Which filters no kept sums know, so that rows are counted; a filter without an entry does not compile. */
const areCounted: Readonly<Record<keyof CommissionFilter, boolean>> = {
  disputed: true,
  waits: true,
  status: false,
  partnerId: false,
  search: false,
  from: false,
  to: false,
}

/**
 * Count and sums per status. Without a search or a period they come from the maintained statistics, in constant time. `ofAll`
 * as in the list; `ofOwn`: the caller reads only some of their partner's commissions, which are counted.
 */
export async function commissionStatsByStatus(
  tx: Tx,
  filter: CommissionFilter & AtTime & { ofAll?: boolean; ofOwn?: boolean },
): Promise<CommissionStatusStats[]> {
  const { search, partnerId, from, to, ofAll, ofOwn } = filter
  const asksMore = Object.entries(areCounted).some(([name, isCounted]) => isCounted && filter[name as keyof typeof areCounted])
  const isCounted = ofOwn || asksMore || (search ? !ofAll || hasDigit(search) : from || to)
  const rows = isCounted
    ? await countedStats(tx, filter)
    : search
      ? await searchStats(tx, { search, partnerId, from, to })
      : await (ofAll && !partnerId ? totals(tx, {}) : keptStats(tx, partnerId))
  return commissionStatuses.map((status) => {
    const total = !filter.status || filter.status === status ? rows.find((row) => row.status === status) : undefined
    return total ?? { status, count: 0, revenueCents: 0, amountCents: 0 }
  })
}

/** Adds kept sums up, of which a status has several rows. */
const summed = [
  'status',
  sql<number>`sum(count)::bigint`.as('count'),
  sql<number>`sum(revenue_cents)::bigint`.as('revenueCents'),
  sql<number>`sum(amount_cents)::bigint`.as('amountCents'),
] as const

/** Sums over all partners, which are kept apart from those of each partner. */
const totals = keptQuery<object, CommissionStatusStats>((db) =>
  db.selectFrom('commission_totals').select(summed).groupBy('status'),
)

function keptStats(tx: Tx, partnerId: string | undefined): Promise<CommissionStatusStats[]> {
  let query = tx.selectFrom('commission_stats').select(summed).groupBy('status')
  if (partnerId) query = query.where('partner_id', '=', partnerId)
  return query.execute()
}

/** Reads the commissions that match one by one: the contested ones are few, and a period has an index. */
function countedStats(tx: Tx, filter: CommissionFilter & AtTime & { ofAll?: boolean }): Promise<CommissionStatusStats[]> {
  let query = tx
    .selectFrom('commissions as c')
    .select([
      'c.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(c.revenue_cents)::bigint`.as('revenueCents'),
      sql<number>`sum(c.amount_cents)::bigint`.as('amountCents'),
    ])
    .groupBy('c.status')
  if (filter.ofAll && !filter.partnerId && !filter.disputed) query = query.where(isOfAll)
  return matching(query, conditions({ ...filter, status: undefined })).execute()
}

/** Searches everybody's commissions, by the function that bypasses row-level security. */
async function searchStats(tx: Tx, filter: CommissionFilter & { search: string }): Promise<CommissionStatusStats[]> {
  const { search, partnerId, from, to } = filter
  const { rows } = await sql<CommissionStatusStats>`
    select status, count, revenue_cents as "revenueCents", amount_cents as "amountCents"
    from app.search_commission_stats(
      ${searchPattern(search)}, ${partnerId ?? null}, ${from ? startOfDay(from) : null}, ${to ? endOfDay(to) : null})`.execute(tx)
  return rows
}

/** Number of partners with at least one commission. */
export async function activePartners(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('commission_stats')
    .select((select) => select.fn.count<number>('partner_id').distinct().as('count'))
    .where('count', '>', 0)
    .executeTakeFirstOrThrow()
  return row.count
}

const nextPaymentOf = keptQuery<{ partnerId: string }, { first: Date | null; cents: number | null }>((_, parameter) => {
  const waits = sql`${isPayable} and c.partner_id = ${parameter('partnerId')}`
  const end = sql`(date_trunc('day', first at time zone ${zoneInSql}) + interval '1 day') at time zone ${zoneInSql}`
  return sql<{ first: Date | null; cents: number | null }>`
    select first, (
      select greatest(0, coalesce(sum(c.amount_cents), 0))::bigint from commissions c
      where ${waits} and (c.payable_by >= first and c.payable_by < ${end}
        -- What is taken back of a commission that comes later, or has no date, is settled with it.
        or c.kind = 'clawback' and not exists (
          select from commissions o
          where o.id = c.reverses_id and o.status = 'valide' and o.payout_id is null
            and (o.payable_by >= ${end} or o.held_reason is not null or o.disputed)))
    ) as cents
    from (select min(c.payable_by) as first from commissions c where ${waits}) earliest`
})

/**
 * The next date on which validated commissions are due, and what a partner gets on that day, less what was taken back and
 * not settled yet. Commissions that are held or contested wait for no date. Staff read it; partners, by when they are paid.
 */
export async function nextPayment(tx: Tx, partnerId: string) {
  const [row] = await nextPaymentOf(tx, { partnerId })
  return row?.first ? { payableBy: row.first.toISOString(), amountCents: row.cents ?? 0 } : null
}
