import { ActionIcon, Text } from '@mantine/core'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { IconX } from '#platform/web/ui/icons.ts'
import type { Standing } from '../api/tiers.ts'
import { type SigningOrder, simulateSignings } from '../domain/simulation.ts'
import classes from './simulator.module.css'

/** A client of the simulation: a lead by its id, or one that is not in the pipeline yet. */
export interface Signing {
  readonly key: string
  readonly name: string
  readonly amountCents: number
}

interface SimulatorResultProps {
  readonly standing: Standing
  readonly signings: readonly Signing[]
  readonly order: SigningOrder
  readonly onRemove: (key: string) => void
}

/** Rate and commission of each client, their sum, and the tier afterwards. */
export function SimulatorResult({ standing, signings, order, onRemove }: SimulatorResultProps) {
  const amounts = signings.map(({ amountCents }) => amountCents)
  const { commissions, totalCents, standing: then } = simulateSignings(standing.tiers, standing.totalRevenueCents, amounts, order)
  if (signings.length === 0) {
    return (
      <Text className={classes.none} fz="sm">
        Choose a lead, and see its commission, your tier and the sum.
      </Text>
    )
  }
  return (
    <div role="status" aria-label="Simulation">
      <ol className={classes.lines}>
        {signings.map(({ key, name }, index) => {
          const commission = commissions[index]
          return (
            commission && (
              <li key={key}>
                <span className={classes.lineName}>
                  {name}
                  <span className="soft">
                    {formatEuros(commission.revenueCents)} × {percentText(commission.tier.commissionRate)} ({commission.tier.name}
                    )
                  </span>
                </span>
                <strong className="figure">{formatEurosExact(commission.amountCents)}</strong>
                <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={() => onRemove(key)}>
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            )
          )
        })}
      </ol>
      <p className={classes.sum}>
        <span>For you</span>
        <strong className="figure display">{formatEurosExact(totalCents)}</strong>
      </p>
      <Text fz="sm">
        {then.current.id === standing.current.id ? 'You stay' : 'You become'} {then.current.name} —{' '}
        {percentText(then.current.commissionRate)}.{' '}
        {then.next
          ? `${formatEuros(then.remainingCents)} to ${then.next.name} (${percentText(then.next.commissionRate)}).`
          : 'Maximum tier achieved!'}
      </Text>
    </div>
  )
}
