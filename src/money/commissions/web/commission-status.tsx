import { type DisputeState, isUndecided } from '#money/disputes/domain.ts'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Commission } from '../api/commissions.ts'
import { commissionStatusLabels } from '../domain.ts'

const disputeNotes: Readonly<Partial<Record<DisputeState, string>>> = {
  open: 'Disputed',
  answered: 'Dispute answered',
  corrected: 'Dispute: corrected',
  upheld: 'Dispute: amount kept',
}

const tones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** Status badge with the relevant date. */
export function CommissionStatusCell({ commission }: { commission: Commission }) {
  const { status, payableBy, heldReason, disputeState, payout, awaitsClient } = commission
  const disputed = disputeState !== null && isUndecided(disputeState)
  return (
    <>
      <StatusBadge tone={tones[status]}>{commissionStatusLabels[status]}</StatusBadge>
      {disputeState && disputeNotes[disputeState] && (
        <p className="cell-note">
          {disputed ? <StatusBadge tone="danger">{disputeNotes[disputeState]}</StatusBadge> : disputeNotes[disputeState]}
        </p>
      )}
      {heldReason !== null && (
        <p className="cell-note clamp clamp-brief" title={heldReason}>
          held: {heldReason}
        </p>
      )}
      {payout && (
        <p className="cell-note">
          In payout <Reference value={payout.reference} />
        </p>
      )}
      {status === 'valide' && heldReason === null && !disputed && !payout && payableBy && (
        <p className="cell-note">payable by {shortDate(payableBy)}</p>
      )}
      {awaitsClient && <p className="cell-note">due as the client pays</p>}
      {status === 'valide' && !payout && commission.kind === 'clawback' && <p className="cell-note">with the next payment</p>}
    </>
  )
}

/** Calculation of the amount: revenue × rate, and the tier. */
export function AmountCell({ commission }: { commission: Commission }) {
  const { amountCents, revenueCents, commissionRate, tierName, left } = commission
  const takenBack = amountCents - left.amountCents
  return (
    <>
      <p className="cell-main figure">{formatEurosExact(amountCents)}</p>
      <p className="cell-note">
        <span className="figure">
          {formatEurosExact(revenueCents)} × {percentText(commissionRate)}
        </span>{' '}
        ({tierName})
      </p>
      {takenBack > 0 && <p className="cell-note figure">{formatEurosExact(takenBack)} taken back</p>}
    </>
  )
}

/** What its client has paid for it: the invoice of a part; of what is still expected, how much was received. */
export function receiptText({ kind, clientPayment, expectedCents, revenueCents }: Commission): string {
  if (kind === 'payment' && clientPayment) {
    return `invoice ${clientPayment.reference}, received ${dayText(clientPayment.receivedOn)}`
  }
  if (kind !== 'deal' || expectedCents === null) return ''
  return `${formatEuros(expectedCents - revenueCents)} of ${formatEuros(expectedCents)} received`
}

/** Origin: the lead, or the description of a manual commission; of a clawback, its reason too. */
export function SourceCell({ commission }: { commission: Commission }) {
  const { kind, lead, description } = commission
  const name = lead ? lead.name : description
  const source = kind === 'clawback' ? `Taken back: ${description}` : lead ? lead.company : 'Added by hand'
  const note = [source, receiptText(commission)].filter(Boolean).join(' · ')
  return (
    <>
      <span className="clamp" title={name}>
        {name}
      </span>
      <p className="cell-note clamp" title={note}>
        {note}
      </p>
    </>
  )
}
