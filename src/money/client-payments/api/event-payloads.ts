import type { CommissionAmounts } from '#money/commissions/api/event-payloads.ts'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import type { Payload } from '#platform/api/event-payload.ts'

interface Receipt {
  readonly clientPaymentId: string
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
  readonly amountCents: number
}

export interface ClientPaymentEventPayloads {
  /** `amountCents`: the commission that it brought. */
  'client_payment.recorded': Payload<null, Receipt & { readonly commissionId: string | null }>
  /** `amountCents`: what was taken back, as a negative amount; 0 where nothing was left. */
  'client_payment.refunded': Payload<null, Receipt & { readonly refundsReference: string; readonly isExpectedAgain: boolean }>
  'client_invoice.recorded': Payload<
    null,
    { readonly number: string; readonly issuedOn: string; readonly netCents: number; readonly vatCents: number }
  >
  'client_invoice.removed': Payload<{ readonly number: string }>
  'lead.remainder_closed': Payload<CommissionAmounts, { readonly reason: string }>
  /** Null: as the programme says. */
  'lead.basis_changed': Payload<{ readonly basis: CommissionBasis | null }, { readonly basis: CommissionBasis | null }>
}
