import type { Payload } from '#platform/api/event-payload.ts'
import type { CommissionStatus, FollowedRefund } from '../domain.ts'

export interface CommissionAmounts {
  readonly revenueCents: number
  readonly commissionRate: number
  readonly amountCents: number
}

/** A tier by id: its name is looked up when shown. Null in events recorded before 2026-11 whose tier had been renamed. */
type TierId = string | null

export interface CommissionEventPayloads {
  'commission.created': Payload<
    null,
    CommissionAmounts & { readonly leadId: string | null; readonly description: string; readonly tierId: TierId }
  >
  'commission.corrected': Payload<CommissionAmounts, CommissionAmounts>
  'commission.validated': Payload<
    { readonly status: CommissionStatus; readonly tierId: TierId },
    { readonly status: CommissionStatus; readonly tierId: TierId; readonly amountCents: number }
  >
  'commission.paid': Payload<
    { readonly status: CommissionStatus },
    { readonly status: CommissionStatus; readonly amountCents: number; readonly paidAt?: string; readonly reference?: string }
  >
  /** A part of it was taken back by the commission `clawbackId`; the amounts are negative, as that one's are. */
  'commission.reversed': Payload<
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
  >
  /** The part of a lead's commission that a client's payment made due. */
  'commission.earned': Payload<
    { readonly tierId: TierId },
    CommissionAmounts & {
      readonly tierId: TierId
      readonly leadId: string
      readonly reference: string
      readonly receivedOn: string
    }
  >
  /** What is still expected of a lead's client, after a payment or a refund with this reference. */
  'commission.remainder_changed': Payload<CommissionAmounts, CommissionAmounts & { readonly reference: string }>
  'commission.held': Payload<null, { readonly reason: string; readonly amountCents: number }>
  'commission.released': Payload<{ readonly reason: string }, { readonly amountCents: number }>
  'commission.removed': Payload<
    { readonly leadId: string | null; readonly description: string; readonly amountCents: number },
    { readonly reason: 'moved' | 'deleted' | 'handed_over' | 'removed' | 'received' | 'closed' }
  >
}
