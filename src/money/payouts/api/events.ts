import type { RejectedBecause } from '#money/bank-files/domain/bank-reasons.ts'
import { event } from '#platform/api/events.ts'
import type { PayoutStatus } from '../domain/payouts.ts'

export const payoutEvents = {
  'payout_run.issued': event<
    null,
    { readonly payableUntil: string; readonly payouts: number; readonly totalCents: number; readonly excluded: number }
  >('payout_run'),
  'payout_run.documents_issued': event<null, { readonly documents: number }>('payout_run'),
  'payout.issued': event<null, { readonly status: 'issued'; readonly reference: string; readonly totalCents: number }>('payout'),
  'payout.statement_made': event('payout'),
  'payout.accepted': event('payout'),
  'payout.approved': event<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly alone: boolean }
  >('payout'),
  'payout.cancelled': event<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number; readonly reason: string }
  >('payout'),
  'payout.paid': event<
    { readonly status: PayoutStatus },
    {
      readonly status: PayoutStatus
      readonly totalCents: number
      readonly paidAt: string
      /** In the provider's calendar of then. */
      readonly paidOn?: string
      readonly reference: string
    }
  >('payout'),
  'payout.rejected': event<
    { readonly status: PayoutStatus },
    { readonly status: PayoutStatus; readonly totalCents: number } & RejectedBecause
  >('payout'),
  'payout.retried': event<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus }>('payout'),
}
