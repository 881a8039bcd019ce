import type { Actor } from '#platform/domain/actor.ts'
import type { ClientPayment } from '../api/client-payments.ts'
import type { ListedClientPayment } from './queries.ts'

export function presentClientPayment(row: ListedClientPayment, actor: Actor): ClientPayment {
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
    payableBy: row.payable_by?.toISOString() ?? null,
    refundableCents: row.kind === 'payment' ? row.net_cents - (row.refunded_cents ?? 0) : 0,
    recordedAt: row.created_at.toISOString(),
    recordedBy: actor.kind === 'admin' ? row.recorded_by_name : null,
  }
}
