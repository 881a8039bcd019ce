import type { Commission } from '#api/commissions.ts'
import { commissionStatusLabels } from '#domain/commissions.ts'
import { formatEurosExact, formatPercent } from '#domain/money.ts'
import { shortDate } from '../ui/dates.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const tones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** Status badge with the relevant date. */
export function CommissionStatusCell({ commission }: { commission: Commission }) {
  const { status, payableBy } = commission
  return (
    <>
      <StatusBadge tone={tones[status]}>{commissionStatusLabels[status]}</StatusBadge>
      {status === 'valide' && payableBy && <p className="cell-note">payable by {shortDate(payableBy)}</p>}
    </>
  )
}

/** Calculation of the amount: revenue × rate, and the tier. */
export function AmountCell({ commission }: { commission: Commission }) {
  const { amountCents, revenueCents, commissionRate, tierName } = commission
  return (
    <>
      <p className="cell-main figure">{formatEurosExact(amountCents)}</p>
      <p className="cell-note figure">
        {formatEurosExact(revenueCents)} <span className="figure">× {formatPercent(commissionRate)} %</span> ({tierName})
      </p>
    </>
  )
}

/** Origin: the lead, or the description of a manual commission. */
export function SourceCell({ commission: { lead, description } }: { commission: Commission }) {
  const name = lead ? lead.name : description
  return (
    <>
      <span className="clamp" title={name}>
        {name}
      </span>
      <p className="cell-note clamp" title={lead?.company}>
        {lead ? lead.company : 'Added by hand'}
      </p>
    </>
  )
}
