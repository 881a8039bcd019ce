import { shortDate } from '#platform/web/ui/dates.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Payout } from '../api/payouts.ts'
import { type PayoutState, payoutStateLabels } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'
import { InvoiceNote } from './invoice-state.tsx'

const tones: Readonly<Record<PayoutState, BadgeTone>> = {
  issued: 'todo',
  accepted: 'todo',
  approved: 'known',
  sent: 'known',
  paid: 'received',
  rejected: 'danger',
  cancelled: 'blue',
}

/** What the state means now, with its date. */
function noteOf(payout: Payout): string | null {
  const { state, contestUntil, acceptedAt, sentAt, paidAt, rejectReason, cancelReason } = payout
  switch (state) {
    case 'issued':
      return m.countsAsAccepted({ contestUntil: shortDate(contestUntil) })
    case 'accepted':
      return acceptedAt
        ? m.wasAccepted({ acceptedAt: shortDate(acceptedAt) })
        : m.notContested({ contestUntil: shortDate(contestUntil) })
    case 'sent':
      return sentAt && m.onDay({ day: shortDate(sentAt) })
    case 'paid':
      return paidAt && m.onDay({ day: shortDate(paidAt) })
    case 'rejected':
      return rejectReason
    case 'cancelled':
      return cancelReason
    case 'approved':
      return rejectReason && m.againAfter({ rejectReason })
  }
}

export function PayoutStateBadge({ state }: { state: PayoutState }) {
  return <StatusBadge tone={tones[state]}>{payoutStateLabels[state]}</StatusBadge>
}

/** The state of a payout and of its partner's invoice, with what matters about it: a day, or the reason, which can be long. */
export function PayoutStateCell({ payout }: { payout: Payout }) {
  const note = noteOf(payout)
  const isReason = payout.state === 'rejected' || payout.state === 'cancelled' || payout.state === 'approved'
  return (
    <>
      <PayoutStateBadge state={payout.state} />
      <InvoiceNote invoice={payout.invoice} />
      {note && (
        <p className={isReason ? 'cell-note clamp' : 'cell-note'} title={note}>
          {note}
        </p>
      )}
    </>
  )
}
