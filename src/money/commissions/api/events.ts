import type { FollowedRefund } from '#money/rules/domain/take-back.ts'
import { event } from '#platform/api/events.ts'
import type { CommissionStatus } from '../domain.ts'

export interface CommissionAmounts {
  readonly revenueCents: number
  readonly commissionRate: number
  readonly amountCents: number
}

/** A tier by id: its name is looked up when shown. Null in events recorded before 2026-11 whose tier had been renamed. */
type TierId = string | null

export const commissionEvents = {
  'commission.created': event<
    null,
    CommissionAmounts & { readonly leadId: string | null; readonly description: string; readonly tierId: TierId }
  >('commission'),
  'commission.corrected': event<CommissionAmounts, CommissionAmounts>('commission'),
  'commission.validated': event<
    { readonly status: CommissionStatus; readonly tierId: TierId },
    { readonly status: CommissionStatus; readonly tierId: TierId; readonly amountCents: number }
  >('commission'),
  'commission.paid': event<
    { readonly status: CommissionStatus },
    { readonly status: CommissionStatus; readonly amountCents: number; readonly paidAt?: string; readonly reference?: string }
  >('commission'),
  /** A part of it was taken back by the commission `clawbackId`; the amounts are negative, as that one's are. */
  'commission.reversed': event<
    { readonly tierId: TierId },
    CommissionAmounts & {
      readonly tierId: TierId
      readonly clawbackId: string
      /** As staff typed it; empty where a refund is why. */
      readonly reason: string
      readonly refund?: FollowedRefund
      /** Taken back by another rule than the specification's, whose arithmetic its line holds. */
      readonly byRule?: boolean
    }
  >('commission'),
  /** The part of a lead's commission that a client's payment made due. */
  'commission.earned': event<
    { readonly tierId: TierId },
    CommissionAmounts & {
      readonly tierId: TierId
      readonly leadId: string
      readonly reference: string
      readonly receivedOn: string
    }
  >('commission'),
  /** What is still expected of a lead's client, after a payment or a refund with this reference. */
  'commission.remainder_changed': event<CommissionAmounts, CommissionAmounts & { readonly reference: string }>('commission'),
  'commission.held': event<null, { readonly reason: string; readonly amountCents: number }>('commission'),
  'commission.released': event<{ readonly reason: string }, { readonly amountCents: number }>('commission'),
  'commission.removed': event<
    { readonly leadId: string | null; readonly description: string; readonly amountCents: number },
    { readonly reason: 'moved' | 'deleted' | 'handed_over' | 'removed' | 'received' | 'closed' }
  >('commission'),
}
