import type { RejectedBecause } from '#money/bank-files/domain/bank-reasons.ts'
import type { Payload } from '#platform/api/event-payload.ts'
import type { PayoutStatus } from '../domain/payouts.ts'

export interface PayoutEventPayloads {
  'payout_run.issued': Payload<
    null,
    { readonly payableUntil: string; readonly payouts: number; readonly totalCents: number; readonly excluded: number }
  >
  'payout_run.documents_issued': Payload<null, { readonly documents: number }>
  'payout.issued': Payload<null, { readonly status: 'issued'; readonly reference: string; readonly totalCents: number }>
  'payout.statement_made': Payload
  'payout.accepted': Payload
  'payout.approved': Payload<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly alone: boolean }
  >
  'payout.cancelled': Payload<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly reason: string }
  >
  'payout.paid': Payload<
    { readonly status: PayoutStatus },
    {
      readonly status: PayoutStatus
      readonly totalCents: number
      readonly paidAt: string
      /** In the provider's calendar of then. */
      readonly paidOn?: string
      readonly reference: string
    }
  >
  'payout.rejected': Payload<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number } & RejectedBecause
  >
  'payout.retried': Payload<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus }>
}
