import type { InferResult } from 'kysely'
import { sql } from 'kysely'
import type { clientPaymentSorts } from '#api/client-payments.ts'
import type { ClientPaymentKind } from '#domain/client-payments.ts'
import type { Tx } from '../db/database.ts'
import type { Order, Sorted, SortKey } from '../http/listing.ts'
import { folded, inOrder, textContains } from '../http/listing.ts'

function clientPayments(tx: Tx) {
  return tx
    .selectFrom('client_payments as p')
    .innerJoin('leads as l', 'l.id', 'p.lead_id')
    .innerJoin('profiles as o', 'o.user_id', 'l.partner_id')
    .leftJoin('profiles as by', 'by.user_id', 'p.recorded_by')
    .leftJoin('commissions as c', 'c.client_payment_id', 'p.id')
    .leftJoin('client_payments as original', 'original.id', 'p.refunds_id')
}

function listed(tx: Tx) {
  return clientPayments(tx)
    .selectAll('p')
    .select([
      'l.name as lead_name',
      'l.company as lead_company',
      'l.partner_id',
      'o.full_name as partner_name',
      'o.deleted_at as partner_deleted_at',
      'by.full_name as recorded_by_name',
      'c.amount_cents',
      'c.payable_by',
      'original.reference as refunds_reference',
      (from) =>
        from
          .selectFrom('client_payments as refund')
          .select(sql<number>`coalesce(sum(refund.net_cents), 0)::bigint`.as('cents'))
          .whereRef('refund.refunds_id', '=', 'p.id')
          .as('refunded_cents'),
    ])
}

export type ListedClientPayment = InferResult<ReturnType<typeof listed>>[number]

export const clientPaymentSortKeys = {
  received: { by: sql`p.received_on::timestamptz`, holds: 'time' },
  partner: { by: folded(sql`o.full_name`), holds: 'text' },
  lead: { by: folded(sql`l.company`), holds: 'text' },
  amount: { by: sql`p.net_cents`, holds: 'number' },
} as const satisfies Record<(typeof clientPaymentSorts)[number], SortKey>

export interface ClientPaymentFilter {
  readonly kind?: ClientPaymentKind | undefined
  readonly partnerId?: string | undefined
  readonly search?: string | undefined
}

const searched = folded(sql`concat_ws(' ', p.reference, l.name, l.company, o.full_name)`)

/** A page of client payments in the requested order, plus one row to detect a next page. */
export function listClientPayments(
  tx: Tx,
  { kind, partnerId, search }: ClientPaymentFilter,
  order: Order,
): Promise<(ListedClientPayment & Sorted)[]> {
  let query = listed(tx)
  if (kind) query = query.where('p.kind', '=', kind)
  if (partnerId) query = query.where('l.partner_id', '=', partnerId)
  if (search) query = query.where(textContains(searched, search))
  return inOrder(query, order).execute()
}

/** Of one lead, newest first. */
export function clientPaymentsOf(tx: Tx, leadId: string): Promise<ListedClientPayment[]> {
  return listed(tx).where('p.lead_id', '=', leadId).orderBy('p.received_on', 'desc').orderBy('p.id', 'desc').execute()
}

export function findClientPayment(tx: Tx, id: string): Promise<ListedClientPayment | undefined> {
  return listed(tx).where('p.id', '=', id).executeTakeFirst()
}

export function sumClientPayments(tx: Tx, { kind, partnerId, search }: ClientPaymentFilter) {
  const of = (which: ClientPaymentKind) => sql<number>`coalesce(sum(p.net_cents) filter (where p.kind = ${which}), 0)::bigint`
  const count = (which: ClientPaymentKind) => sql<number>`count(*) filter (where p.kind = ${which})`
  let query = clientPayments(tx).select([
    count('payment').as('payments'),
    count('refund').as('refunds'),
    of('payment').as('paidCents'),
    of('refund').as('refundedCents'),
    sql<number>`coalesce(sum(c.amount_cents), 0)::bigint`.as('commissionCents'),
  ])
  if (kind) query = query.where('p.kind', '=', kind)
  if (partnerId) query = query.where('l.partner_id', '=', partnerId)
  if (search) query = query.where(textContains(searched, search))
  return query.executeTakeFirstOrThrow()
}
