import { shortDate } from '#platform/web/ui/dates.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Payout } from '../api/payouts.ts'
import { type PayoutState, payoutStateLabels } from '../domain/payouts.ts'

const tones: Readonly<Record<PayoutState, BadgeTone>> = {
  issued: 'todo',
  accepted: 'todo',
  approved: 'known',
  sent: 'known',
  paid: 'received',
  rejected: 'danger',
  cancelled: 'nouveau',
}

/** What the state means now, with its date. */
function noteOf(payout: Payout): string | null {
  const { state, contestUntil, acceptedAt, sentAt, paidAt, rejectReason, cancelReason } = payout
  switch (state) {
    case 'issued':
      return `counts as accepted on ${shortDate(contestUntil)}`
    case 'accepted':
      return acceptedAt ? `accepted on ${shortDate(acceptedAt)}` : `not contested by ${shortDate(contestUntil)}`
    case 'sent':
      return sentAt && `on ${shortDate(sentAt)}`
    case 'paid':
      return paidAt && `on ${shortDate(paidAt)}`
    case 'rejected':
      return rejectReason
    case 'cancelled':
      return cancelReason
    case 'approved':
      return rejectReason && `again, after: ${rejectReason}`
  }
}

export function PayoutStateBadge({ state }: { state: PayoutState }) {
  return <StatusBadge tone={tones[state]}>{payoutStateLabels[state]}</StatusBadge>
}

/** The state of a payout with what matters about it. */
export function PayoutStateCell({ payout }: { payout: Payout }) {
  const note = noteOf(payout)
  return (
    <>
      <PayoutStateBadge state={payout.state} />
      {note && (
        <p className="cell-note clamp" title={note}>
          {note}
        </p>
      )}
    </>
  )
}
