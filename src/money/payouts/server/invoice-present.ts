import { type Actor, callerRights } from '#access/domain/actor.ts'
import type { UploadedInvoice } from '../api/uploaded-invoices.ts'
import { uploadedInvoiceAbilities } from '../domain/uploaded-invoices.ts'
import type { ListedInvoice } from './invoice-queries.ts'

/** The only serializer for partners' own invoices. */
export function presentInvoice(row: ListedInvoice, actor: Actor): UploadedInvoice {
  const isStaff = actor.kind === 'admin'
  return {
    id: row.id,
    payoutId: row.payout_id,
    number: row.number,
    issuedOn: row.issued_on,
    netCents: row.net_cents,
    vatCents: row.vat_cents,
    status: row.status,
    fileName: row.file_name,
    submittedAt: row.submitted_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: isStaff ? row.decided_by_name : null,
    refuseReason: row.refuse_reason,
    can: uploadedInvoiceAbilities(
      { status: row.status, isApproved: row.payout_status !== 'issued' },
      callerRights(actor, row.partner_id, 'money'),
    ),
  }
}
