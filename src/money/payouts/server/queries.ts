import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { clientOfCommission } from '#money/commissions/server/queries.ts'
import type { FilterOf, PageOf } from '#platform/api/list.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import {
  conditionsOf,
  inOrder,
  matching,
  type Order,
  orderOf,
  type SortKey,
  searchPattern,
  textContains,
} from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import { payoutList } from '../api/payouts.ts'
import { type ApprovalRule, type PayoutState, payoutStates } from '../domain/payouts.ts'
import { invoiceState } from './invoice-queries.ts'
import { payoutWaitsFor } from './waiting-queries.ts'

/** The state as it is shown; `payoutState` in the domain has the same rule for one record. */
const stateAt = (now: Date) => sql<PayoutState>`
  case when p.status = 'issued' and (p.accepted_at is not null or p.contest_until <= ${now}) then 'accepted' else p.status end`

/** Whether its partner contests a commission in it. */
export const isContested = sql<boolean>`exists (select from commissions d where d.payout_id = p.id and d.disputed)`

const columns = [
  ...(['p.id', 'p.run_id', 'p.reference', 'p.partner_id', 'p.status', 'p.commission_count', 'p.net_cents'] as const),
  ...(['p.vat_cents', 'p.total_cents', 'p.issued_by', 'p.issued_at', 'p.contest_until', 'p.accepted_at'] as const),
  ...(['p.approved_by', 'p.approved_at', 'p.approved_alone', 'p.sent_at', 'p.paid_at', 'p.payment_reference'] as const),
  ...([
    'p.rejected_at',
    'p.reject_reason',
    'p.bank_reasons',
    'p.cancelled_at',
    'p.cancel_reason',
    'p.statement_file_id',
  ] as const),
] as const

function payouts(tx: Tx) {
  return tx
    .selectFrom('payouts as p')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
    .select(columns)
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('uploaded_invoices as u')
          .select(['u.number', 'u.issued_on'])
          .whereRef('u.payout_id', '=', 'p.id')
          .orderBy('u.submitted_at', 'desc')
          .orderBy('u.id', 'desc')
          .limit(1)
          .as('invoice'),
      (join) => join.onTrue(),
    )
    .select(['o.full_name as partner_name', 'o.partner_deleted_at'])
    .select(['invoice.number as invoice_number', 'invoice.issued_on as invoice_issued_on', invoiceState.as('invoice_state')])
    .select(isContested.as('contested'))
}

export type ListedPayout = InferResult<ReturnType<typeof payouts>>[number]

export const payoutSortKeys = (now: Date) =>
  ({
    date: { by: sql`p.issued_at`, holds: 'time' },
    partner: { by: sql`o.name_key`, holds: 'text' },
    reference: { by: sql`p.reference`, holds: 'text' },
    amount: { by: sql`p.total_cents`, holds: 'number' },
    state: { by: sql`array_position(${sql.lit(`{${payoutStates.join(',')}}`)}::text[], ${stateAt(now)})`, holds: 'number' },
  }) as const satisfies Record<(typeof payoutList.sorts)[number], SortKey>

/** Staff see the files for the bank, which partners do not. Of staff, the person who reads, or null for keys. */
type Reader = { readonly ofStaff?: boolean; readonly readerId?: string | null }
type PayoutFilter = FilterOf<typeof payoutList>

/** What a caller asks for, with who they are. */
export const filterFor = <F extends PayoutFilter>(actor: Actor, filter: F) => ({
  ...filter,
  ofStaff: actor.kind === 'admin',
  readerId: 'userId' in actor ? actor.userId : null,
})

const isInFile = (fileId: string) =>
  sql<boolean>`p.id in (select l.payout_id from payout_file_lines l where l.payout_file_id = ${fileId})`

/** Payouts that an invoice or a receipt with this number is about, looked up once. Names have no digits. */
const hasDocument = (search: string) =>
  /\d/.test(search)
    ? sql`p.id = any(array(
        select u.payout_id from uploaded_invoices u where lower(u.number) like ${searchPattern(search)}
        union all select i.payout_id from invoices i where i.reference = ${search.trim().toUpperCase()}))`
    : sql`false`

/** Payouts by their number, partner, invoice or bank transfer, for staff also by the reference of a file that holds them. */
function matches(search: string, ofStaff: boolean): RawBuilder<boolean> {
  const text = textContains(sql`lower(p.reference) || ' ' || o.name_key || ' ' || lower(p.payment_reference)`, search)
  const own = sql<boolean>`(${text} or ${hasDocument(search)})`
  if (!ofStaff) return own
  return sql<boolean>`(${own} or p.id in (
    select l.payout_id from payout_file_lines l join payout_files f on f.id = l.payout_file_id
    where ${textContains(sql`lower(f.message_id)`, search)}))`
}

function conditions(filter: PayoutFilter & Reader, now: Date) {
  const { ofStaff = false, readerId = null } = filter
  return conditionsOf<PayoutFilter>(filter, {
    state: (state) => sql<boolean>`${stateAt(now)} = ${state}`,
    partnerId: (partnerId) => sql<boolean>`p.partner_id = ${partnerId}`,
    runId: (runId) => sql<boolean>`p.run_id = ${runId}`,
    fileId: (fileId) => (ofStaff ? isInFile(fileId) : sql<boolean>`false`),
    invoice: (invoice) => sql<boolean>`${invoiceState} = ${invoice}`,
    waits: (waits) =>
      ofStaff ? payoutWaitsFor(waits, { userId: sql`${readerId}::uuid`, now: sql`${now}::timestamptz` }) : sql<boolean>`false`,
    ...withinPeriod(sql`p.issued_at`),
    search: (search) => matches(search, ofStaff),
  })
}

/** A page of payouts in the requested order, plus one row to detect a next page. */
export async function listPayouts(tx: Tx, query: PageOf<typeof payoutList> & Reader, now: Date) {
  const order = orderOf(payoutSortKeys(now), query, payoutList.usual, sql`p.id`)
  return inOrder(matching(payouts(tx), conditions(query, now)), order).execute()
}

export function findPayout(tx: Tx, id: string) {
  return payouts(tx)
    .innerJoin('payout_runs as r', 'r.id', 'p.run_id')
    .select(['p.statement', 'r.payable_until'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** The same for partners, who do not see runs. */
export function findOwnPayout(tx: Tx, id: string) {
  return payouts(tx).select('p.statement').where('p.id', '=', id).executeTakeFirst()
}

export interface StateSum {
  readonly state: PayoutState
  readonly count: number
  readonly totalCents: Cents
}

/** Count and total of the payouts in each state that occurs, in the order of the states. */
export async function payoutSums(tx: Tx, filter: PayoutFilter & Reader, now: Date): Promise<StateSum[]> {
  const query = tx
    .selectFrom('payouts as p')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
    .select([
      stateAt(now).as('state'),
      sql<number>`count(*)::bigint`.as('count'),
      sql<number>`sum(p.total_cents)::bigint`.as('totalCents'),
    ])
    .groupBy(sql`1`)
  return inStateOrder(await matching(query, conditions(filter, now)).execute())
}

function inStateOrder<S extends { readonly state: PayoutState }>(sums: readonly S[]): S[] {
  return sums.toSorted((one, other) => payoutStates.indexOf(one.state) - payoutStates.indexOf(other.state))
}

/** What approving needs to know: the programme's limit, and whether there is anybody else. */
export async function approvalRule(tx: Tx): Promise<ApprovalRule> {
  const row = await tx
    .selectFrom('programme_settings')
    .select([
      'second_approval_above_cents as above',
      'invoice_required as invoiceRequired',
      sql<number>`app.payout_approvers()`.as('approvers'),
    ])
    .executeTakeFirstOrThrow()
  const { above, invoiceRequired, approvers } = row
  return { secondApprovalAboveCents: above, isOnlyAdministrator: approvers <= 1, invoiceRequired }
}

export const runSortKeys = { date: { by: sql`r.issued_at`, holds: 'time' } } as const satisfies Record<string, SortKey>

/** A page of runs, plus one row to detect a next page. */
export function listRuns(tx: Tx, order: Order) {
  return inOrder(runs(tx), order).execute()
}

function runs(tx: Tx) {
  return tx
    .selectFrom('payout_runs as r')
    .innerJoin('profiles as i', 'i.user_id', 'r.issued_by')
    .select(['r.id', 'r.payable_until', 'r.issued_at', 'i.full_name as issued_by_name'])
}

export function findRun(tx: Tx, id: string) {
  return runs(tx).where('r.id', '=', id).executeTakeFirstOrThrow()
}

export async function sumsOfRuns(tx: Tx, ids: readonly string[], now: Date): Promise<Map<string, StateSum[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('payouts as p')
    .select([
      'p.run_id',
      stateAt(now).as('state'),
      sql<number>`count(*)::bigint`.as('count'),
      sql<number>`sum(p.total_cents)::bigint`.as('totalCents'),
    ])
    .where('p.run_id', 'in', ids)
    .groupBy(['p.run_id', sql`2`])
    .execute()
  const grouped = Map.groupBy(rows, ({ run_id }) => run_id)
  return new Map([...grouped].map(([id, sums]) => [id, inStateOrder(sums).map(({ run_id: _, ...sum }) => sum)]))
}

/** What staff left out of a run for one partner. */
export function exclusionsFor(tx: Tx, runId: string, partnerId: string) {
  return tx
    .selectFrom('payout_exclusions as e')
    .leftJoin('commissions as c', 'c.id', 'e.commission_id')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .select([
      'e.amount_cents as amountCents',
      'e.reason',
      sql<string>`coalesce(${clientOfCommission}, c.description, '')`.as('client'),
    ])
    .where('e.run_id', '=', runId)
    .where('e.partner_id', '=', partnerId)
    .orderBy('e.amount_cents', 'desc')
    .execute()
}

/** What the bank says of the account that a payout goes to; for staff. */
export async function findAccountAnswer(tx: Tx, id: string) {
  const [account, line] = await Promise.all([
    tx
      .selectFrom('payouts as p')
      .innerJoin('payment_infos as b', 'b.partner_id', 'p.partner_id')
      .innerJoin('bank_account_answers as a', (join) =>
        join.onRef('a.partner_id', '=', 'b.partner_id').onRef('a.sent_at', '>=', 'b.iban_changed_at'),
      )
      .select('a.refused_on')
      .where('p.id', '=', id)
      .executeTakeFirst(),
    tx
      .selectFrom('payout_file_lines as l')
      .select(['l.payee_match', 'l.payee_name'])
      .where('l.payout_id', '=', id)
      .orderBy('l.changed_at', 'desc')
      .orderBy('l.id', 'desc')
      .executeTakeFirst(),
  ])
  return {
    accountRefused: typeof account?.refused_on === 'string',
    payee: line?.payee_match ? { match: line.payee_match, bankName: line.payee_name } : null,
  }
}

/** Names of those who issued and approved a payout. */
export function readPeople(tx: Tx, id: string) {
  return tx
    .selectFrom('payouts as p')
    .innerJoin('profiles as i', 'i.user_id', 'p.issued_by')
    .leftJoin('profiles as a', 'a.user_id', 'p.approved_by')
    .select(['i.full_name as issuedBy', 'a.full_name as approvedBy'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}
