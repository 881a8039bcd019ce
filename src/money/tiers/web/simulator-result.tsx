import { ActionIcon, Text } from '@mantine/core'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { IconX } from '#platform/web/ui/icons.ts'
import type { Standing } from '../api/tiers.ts'
import { type SigningOrder, simulateSignings } from '../domain/simulation.ts'
import { m } from '../messages/messages.ts'
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
        {m.chooseALead()}
      </Text>
    )
  }
  const reached = { tier: then.current.name, rate: percentText(then.current.commissionRate) }
  return (
    <div role="status" aria-label={m.simulation()}>
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
                <ActionIcon variant="subtle" color="gray" aria-label={m.removeClient({ name })} onClick={() => onRemove(key)}>
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            )
          )
        })}
      </ol>
      <p className={classes.sum}>
        <span>{m.forYou()}</span>
        <strong className="figure display">{formatEurosExact(totalCents)}</strong>
      </p>
      <Text fz="sm">
        {then.current.id === standing.current.id ? m.youStay(reached) : m.youBecome(reached)}{' '}
        {then.next
          ? `${m.toNextTier({
              amount: formatEuros(then.remainingCents),
              tier: then.next.name,
              rate: percentText(then.next.commissionRate),
            })}.`
          : m.maximumTier()}
      </Text>
    </div>
  )
}
