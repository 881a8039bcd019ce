import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { PayoutInvoiceState } from '../domain/uploaded-invoices.ts'

function invoices(tx: Tx) {
  return tx
    .selectFrom('uploaded_invoices as i')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .innerJoin('files as f', 'f.id', 'i.file_id')
    .leftJoin('profiles as d', 'd.user_id', 'i.decided_by')
    .selectAll('i')
    .select(['p.status as payout_status', 'f.name as file_name', 'd.full_name as decided_by_name'])
}

export type ListedInvoice = InferResult<ReturnType<typeof invoices>>[number]

export function findInvoice(tx: Tx, id: string): Promise<ListedInvoice | undefined> {
  return invoices(tx).where('i.id', '=', id).executeTakeFirst()
}

/** All that were uploaded for a payout, newest first. */
export function readInvoices(tx: Tx, payoutId: string): Promise<ListedInvoice[]> {
  return invoices(tx).where('i.payout_id', '=', payoutId).orderBy('i.submitted_at', 'desc').orderBy('i.id', 'desc').execute()
}

/** Where the payout `p` stands with the invoice that it expects; null if it expects none. */
export const invoiceState = sql<PayoutInvoiceState | null>`
  case when p.billing_mode = 'upload' and p.status <> 'cancelled' then coalesce((
    select i.status from uploaded_invoices i where i.payout_id = p.id
    order by i.submitted_at desc, i.id desc limit 1), 'missing') end`

/** `invoiceState` of several payouts, by payout. */
export async function readInvoiceStates(
  tx: Tx,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, PayoutInvoiceState | null>> {
  const rows = await tx
    .selectFrom('payouts as p')
    .select(['p.id', invoiceState.as('state')])
    .where('p.id', 'in', payoutIds)
    .execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}
