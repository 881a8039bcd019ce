import type { Actor } from '#access/domain/actor.ts'
import type { Outlook } from '#money/coming/domain/coming.ts'
import { presentPaymentDay } from '#money/coming/server/present.ts'
import type { ClientPayment } from '../api/client-payments.ts'
import type { ListedClientPayment } from './queries.ts'

/** By when the commission that it brought is paid; what is taken back has no day of its own. */
function dayOf({ payable_by, commission_status: status, ...row }: ListedClientPayment, outlook: Outlook | null) {
  if (payable_by === null || status === null) return null
  const state = row.is_withheld ? ('held' as const) : ('payable' as const)
  const due = { status, unpaid_state: state, payable_by, due_by: payable_by, payout_id: row.commission_payout_id }
  return presentPaymentDay(due, outlook).payableBy
}

export function presentClientPayment(row: ListedClientPayment, actor: Actor, outlook: Outlook | null): ClientPayment {
  return {
    id: row.id,
    kind: row.kind,
    lead: { id: row.lead_id, name: row.lead_name, company: row.lead_company },
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    reference: row.reference,
    receivedOn: row.received_on,
    netCents: row.net_cents,
    refundsReference: row.refunds_reference,
    commissionCents: row.amount_cents ?? 0,
    payableBy: dayOf(row, outlook),
    refundableCents: row.kind === 'payment' ? row.net_cents - (row.refunded_cents ?? 0) : 0,
    recordedAt: row.created_at.toISOString(),
    recordedBy: actor.kind === 'admin' ? row.recorded_by_name : null,
  }
}
