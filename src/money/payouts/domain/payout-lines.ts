import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** How far a transfer of a payout file has come; `withdrawn`: its file was taken back before the bank executed it. */
export const payoutLineStates = ['sent', 'accepted', 'paid', 'rejected', 'returned', 'withdrawn'] as const
export type PayoutLineState = (typeof payoutLineStates)[number]

/** States of a line whose payout is on its way. */
export const livePayoutLineStates = ['sent', 'accepted'] as const satisfies readonly PayoutLineState[]

export const payoutLineStateLabels: Readonly<Record<PayoutLineState, string>> = texts({
  sent: m.sent,
  accepted: m.acceptedByBank,
  paid: m.paid,
  rejected: m.rejected,
  returned: m.returned,
  withdrawn: m.withdrawnMasculine,
})
