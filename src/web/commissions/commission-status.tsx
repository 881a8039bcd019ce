import type { Commission } from '#api/commissions.ts'
import { commissionStatusLabels } from '#domain/commissions.ts'
import { formatEurosExact, formatPercent } from '#domain/money.ts'
import { shortDate } from '../ui/dates.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const tones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** The status in a word, with the date that matters. */
export function CommissionStatusCell({ commission }: { commission: Commission }) {
  const { status, payableAt } = commission
  return (
    <>
      <StatusBadge tone={tones[status]}>{commissionStatusLabels[status]}</StatusBadge>
      {status === 'valide' && payableAt && <p className="cell-note">payable by {shortDate(payableAt)}</p>}
    </>
  )
}

/** Why this amount: revenue × rate, and the tier at that moment. */
export function AmountCell({ commission }: { commission: Commission }) {
  const { amountCents, revenueCents, commissionRate, tierName } = commission
  return (
    <>
      <p className="cell-main figure">{formatEurosExact(amountCents)}</p>
      <p className="cell-note figure">
        {formatEurosExact(revenueCents)} × {formatPercent(commissionRate)} % ({tierName})
      </p>
    </>
  )
}

/** Where it comes from: the lead, or what staff wrote when they added it by hand. */
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
