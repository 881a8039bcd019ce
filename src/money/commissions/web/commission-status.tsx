import { companyBeside } from '#leads/domain/client-names.ts'
import { obstacleText } from '#money/coming/domain/obstacle-text.ts'
import { type DisputeState, isUndecided } from '#money/disputes/domain.ts'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { dayText, longDate, shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Commission } from '../api/commissions.ts'
import { commissionStatusLabels, statusLanguage } from '../domain.ts'
import { m } from '../messages/messages.ts'

const disputeNotes: Readonly<Partial<Record<DisputeState, string>>> = {
  open: m.disputed(),
  answered: m.disputeAnswered(),
  corrected: m.disputeCorrected(),
  upheld: m.disputeAmountKept(),
}

const tones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** Status badge with the relevant date. */
export function CommissionStatusCell({ commission }: { commission: Commission }) {
  const { status, payableBy, heldReason, disputeState, payout, awaitsClient, obstacle } = commission
  const { providerName: provider } = useSettings()
  const isClawback = commission.kind === 'clawback'
  const disputed = disputeState !== null && isUndecided(disputeState)
  return (
    <>
      <StatusBadge tone={tones[status]} lang={statusLanguage()}>
        {commissionStatusLabels[status]}
      </StatusBadge>
      {disputeState && disputeNotes[disputeState] && (
        <p className="cell-note">
          {disputed ? <StatusBadge tone="danger">{disputeNotes[disputeState]}</StatusBadge> : disputeNotes[disputeState]}
        </p>
      )}
      {heldReason !== null && (
        <p className="cell-note clamp" title={heldReason}>
          {m.heldNote({ reason: heldReason })}
        </p>
      )}
      {payout && (
        <p className="cell-note">
          {m.payout()} <Reference value={payout.reference} />
        </p>
      )}
      {status === 'valide' && heldReason === null && !disputed && !payout && !isClawback && payableBy && (
        <p className="cell-note">{m.payableByNote({ day: shortDate(payableBy) })}</p>
      )}
      {obstacle && !payableBy && (
        <p className="cell-note cell-prose">{obstacleText(obstacle, { provider, day: shortDate, moment: longDate })}</p>
      )}
      {awaitsClient && <p className="cell-note">{m.dueAsClientPays()}</p>}
      {status === 'valide' && !payout && isClawback && !obstacle && <p className="cell-note">{m.withNextPayment()}</p>}
    </>
  )
}

/** Calculation of the amount: revenue × rate, and the tier. */
export function AmountCell({ commission }: { commission: Commission }) {
  const { amountCents, revenueCents, commissionRate, tierName, left, rule } = commission
  const takenBack = amountCents - left.amountCents
  return (
    <>
      <p className="cell-main figure">{formatEurosExact(amountCents)}</p>
      <p className={rule?.arithmetic ? 'cell-note cell-prose' : 'cell-note figure'}>
        {rule?.arithmetic ?? `${formatEurosExact(revenueCents)} × ${percentText(commissionRate)} (${tierName})`}
      </p>
      {takenBack > 0 && <p className="cell-note figure">{m.takenBackNote({ amount: formatEurosExact(takenBack) })}</p>}
    </>
  )
}

/** What its client has paid for it: the invoice of a part; of what is still expected, how much was received. */
export function receiptText({ kind, clientPayment, expectedCents, revenueCents }: Commission): string {
  if (kind === 'payment' && clientPayment) {
    return m.invoiceReceived({ reference: clientPayment.reference, day: dayText(clientPayment.receivedOn) })
  }
  if (kind !== 'deal' || expectedCents === null) return ''
  return m.partReceived({ received: formatEuros(expectedCents - revenueCents), expected: formatEuros(expectedCents) })
}

/** Origin: the lead, or the description of a manual commission; of a clawback, its reason too. */
export function SourceCell({ commission }: { commission: Commission }) {
  const { kind, lead, description, rule } = commission
  const name = lead ? lead.name : description
  const withoutLead = kind === 'bonus' ? (rule?.name ?? '') : m.addedByHand()
  const source = kind === 'clawback' ? m.takenBackFor({ description }) : lead ? companyBeside(lead) : withoutLead
  const receipt = receiptText(commission)
  return (
    <>
      <span className="clamp" title={name}>
        {name}
      </span>
      <p className="cell-note clamp" title={source}>
        {source}
      </p>
      {receipt && <p className="cell-note cell-prose">{receipt}</p>}
    </>
  )
}
