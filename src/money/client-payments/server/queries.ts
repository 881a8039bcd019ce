import { type InferResult, type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { shownCompany, shownName } from '#leads/hidden-clients/server/queries.ts'
import type { ClientPaymentKind, CommissionStatus } from '#money/commissions/domain.ts'
import type { FilterOf, PageOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { conditionsOf, inOrder, matching, orderOf, type SortKey, textContains } from '#platform/server/http/lists/listing.ts'
import { daysWithinPeriod } from '#platform/server/http/lists/period.ts'
import { clientPaymentList } from '../api/client-payments.ts'

function paymentRows(tx: Tx) {
  return (
    tx
      .selectFrom('client_payments as p')
      .innerJoin('leads as l', 'l.id', 'p.lead_id')
      .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'l.partner_id')
      .leftJoin('profiles as by', 'by.user_id', 'p.recorded_by')
      // Under its own rule a payment may bring several lines.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('commissions as made')
            .select([
              sql<string | null>`(array_agg(made.id order by made.id))[1]`.as('id'),
              sql<string | null>`(array_agg(made.payout_id order by made.id))[1]`.as('payout_id'),
              sql<number | null>`sum(made.amount_cents)::bigint`.as('amount_cents'),
              sql<Date | null>`max(made.payable_by)`.as('payable_by'),
              sql<CommissionStatus | null>`max(made.status)`.as('status'),
              sql<boolean | null>`bool_or(made.disputed or made.held_reason is not null)`.as('is_withheld'),
            ])
            .whereRef('made.client_payment_id', '=', 'p.id')
            .as('c'),
        (join) => join.onTrue(),
      )
      .leftJoin('client_payments as original', 'original.id', 'p.refunds_id')
      .leftJoin('payouts as out', 'out.id', 'c.payout_id')
      .selectAll('p')
      .select([
        shownName.as('lead_name'),
        shownCompany.as('lead_company'),
        'l.partner_id',
        'o.full_name as partner_name',
        'o.partner_deleted_at',
        'by.full_name as recorded_by_name',
        'c.id as commission_id',
        'c.amount_cents',
        'out.reference as payout_reference',
        'c.payable_by',
        'c.payout_id as commission_payout_id',
        'c.status as commission_status',
        'c.is_withheld',
        'original.reference as refunds_reference',
        (from) =>
          from
            .selectFrom('client_payments as refund')
            .select(sql<number>`coalesce(sum(refund.net_cents), 0)::bigint`.as('cents'))
            .whereRef('refund.refunds_id', '=', 'p.id')
            .as('refunded_cents'),
      ])
  )
}

export type ListedClientPayment = InferResult<ReturnType<typeof paymentRows>>[number]

export const clientPaymentSortKeys = {
  received: { by: sql`p.received_on`, holds: 'day' },
  partner: { by: sql`p.partner_key`, holds: 'text' },
  lead: { by: sql`p.lead_key`, holds: 'text' },
  amount: { by: sql`p.net_cents`, holds: 'number' },
} as const satisfies Record<(typeof clientPaymentList.sorts)[number], SortKey>

type ClientPaymentFilter = FilterOf<typeof clientPaymentList>

/** Payments by their reference, lead and partner, or by the number of the payout that their commission is in. */
function matches(search: string): RawBuilder<boolean> {
  const text = textContains(sql`p.search_text`, search)
  if (!/\d/.test(search)) return text
  return sql<boolean>`(${text} or p.id = any(array(
    select c.client_payment_id from payouts o join commissions c on c.payout_id = o.id
    where o.reference = ${search.trim().toUpperCase()})))`
}

const conditions = (filter: ClientPaymentFilter) =>
  conditionsOf<ClientPaymentFilter>(filter, {
    kind: (kind) => sql<boolean>`p.kind = ${kind}`,
    partnerId: (partnerId) => sql<boolean>`p.lead_id in (select id from leads where partner_id = ${partnerId})`,
    ...daysWithinPeriod(sql`p.received_on`),
    search: matches,
  })

/** A page of client payments in the requested order, plus one row to detect a next page. */
export async function listClientPayments(tx: Tx, query: PageOf<typeof clientPaymentList>) {
  const order = orderOf(clientPaymentSortKeys, query, clientPaymentList.usual, sql`p.id`)
  return inOrder(matching(paymentRows(tx), conditions(query)), order).execute()
}

/** The payments of one lead, newest first. */
export function readClientPayments(tx: Tx, leadId: string): Promise<ListedClientPayment[]> {
  return paymentRows(tx).where('p.lead_id', '=', leadId).orderBy('p.received_on', 'desc').orderBy('p.id', 'desc').execute()
}

export function findClientPayment(tx: Tx, id: string): Promise<ListedClientPayment | undefined> {
  return paymentRows(tx).where('p.id', '=', id).executeTakeFirst()
}

export function sumClientPayments(tx: Tx, filter: ClientPaymentFilter) {
  const of = (which: ClientPaymentKind) => sql<number>`coalesce(sum(p.net_cents) filter (where p.kind = ${which}), 0)::bigint`
  const count = (which: ClientPaymentKind) => sql<number>`count(*) filter (where p.kind = ${which})`
  const query = tx
    .selectFrom('client_payments as p')
    .leftJoin(
      (from) =>
        from
          .selectFrom('commissions')
          .select(['client_payment_id', sql<number>`sum(amount_cents)::bigint`.as('amount_cents')])
          // Said, so that an index of those alone may be used.
          .where('client_payment_id', 'is not', null)
          .groupBy('client_payment_id')
          .as('c'),
      (join) => join.onRef('c.client_payment_id', '=', 'p.id'),
    )
    .select([
      count('payment').as('payments'),
      count('refund').as('refunds'),
      of('payment').as('paidCents'),
      of('refund').as('refundedCents'),
      sql<number>`coalesce(sum(c.amount_cents), 0)::bigint`.as('commissionCents'),
    ])
  return matching(query, conditions(filter)).executeTakeFirstOrThrow()
}
