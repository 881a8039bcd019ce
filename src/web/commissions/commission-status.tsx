import { Text } from '@mantine/core'
import type { Commission } from '#contract/commissions.ts'
import { commissionStatusLabels } from '#domain/commissions.ts'
import { formatEurosExact, formatPercent } from '#domain/money.ts'
import { shortDate } from '../ui/dates.ts'
import { Pill } from '../ui/pill.tsx'

const tones = { en_attente: 'todo', valide: 'known', paye: 'received' } as const

/** The status in a word, with the date that matters. */
export function CommissionStatusCell({ commission }: { commission: Commission }) {
  const { status, payableAt } = commission
  return (
    <>
      <Pill tone={tones[status]}>{commissionStatusLabels[status]}</Pill>
      {status === 'valide' && payableAt && (
        <Text fz="xs" c="var(--ink-soft)" mt={2}>
          payable by {shortDate(payableAt)}
        </Text>
      )}
    </>
  )
}

/** Why this amount: revenue × rate, and the tier at that moment. */
export function AmountCell({ commission }: { commission: Commission }) {
  const { amountCents, revenueCents, commissionRate, tierName } = commission
  return (
    <>
      <Text className="figure" fw={600} fz="sm">
        {formatEurosExact(amountCents)}
      </Text>
      <Text className="figure" fz="xs" c="var(--ink-soft)">
        {formatEurosExact(revenueCents)} × {formatPercent(commissionRate)} % ({tierName})
      </Text>
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
      <Text fz="xs" c="var(--ink-soft)" className="clamp" title={lead?.company}>
        {lead ? lead.company : 'Added by hand'}
      </Text>
    </>
  )
}
