import type { CommissionAmounts } from '#money/commissions/api/events.ts'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import { event } from '#platform/api/events.ts'

interface Receipt {
  readonly clientPaymentId: string
  readonly reference: string
  readonly receivedOn: string
  readonly netCents: number
  readonly amountCents: number
}

export const clientPaymentEvents = {
  /** `amountCents`: the commission that it brought. */
  'client_payment.recorded': event<null, Receipt & { readonly commissionId: string | null }>('lead'),
  /** `amountCents`: what was taken back, as a negative amount; 0 where nothing was left. */
  'client_payment.refunded': event<null, Receipt & { readonly refundsReference: string; readonly isExpectedAgain: boolean }>(
    'lead',
  ),
  'client_invoice.recorded': event<
    null,
    { readonly number: string; readonly issuedOn: string; readonly netCents: number; readonly vatCents: number }
  >('lead'),
  'client_invoice.removed': event<{ readonly number: string }>('lead'),
  'lead.remainder_closed': event<CommissionAmounts, { readonly reason: string }>('lead'),
  /** Null: as the programme says. */
  'lead.basis_changed': event<{ readonly basis: CommissionBasis | null }, { readonly basis: CommissionBasis | null }>('lead'),
}
