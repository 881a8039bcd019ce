import { ActionIcon, Text } from '@mantine/core'
import { reasonText } from '#money/rules/domain/reason-text.ts'
import { hasBonus, type SimulatedLine, simulateByRules } from '#money/rules/domain/simulation.ts'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { IconX } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Standing, Tier } from '../api/tiers.ts'
import { type SigningOrder, simulateSignings } from '../domain/simulation.ts'
import { type TierStanding, tierStanding } from '../domain/tiers.ts'
import { m } from '../messages/messages.ts'
import { insteadOfRate, toNextText } from './rate-text.ts'
import classes from './simulator.module.css'

/** A client of the simulation: a lead by its id, or one that is not in the pipeline yet. */
export interface Signing {
  readonly key: string
  readonly name: string
  /** Which offer it takes; null where the rate does not depend on it. */
  readonly offer: string | null
  readonly amountCents: number
}

interface SimulatorResultProps {
  readonly standing: Standing
  readonly signings: readonly Signing[]
  readonly order: SigningOrder
  readonly onRemove: (key: string) => void
}

/** What each client brings and how, their sum, and the tier afterwards. */
export function SimulatorResult({ standing, signings, order, onRemove }: SimulatorResultProps) {
  if (signings.length === 0) {
    return (
      <Text className={classes.none} fz="sm">
        {standing.current ? m.chooseALead() : m.chooseALeadWithoutTiers()}
      </Text>
    )
  }
  const { lines, bonuses, totalCents, standing: then } = simulate(standing, signings, order)
  return (
    <div role="status" aria-label={m.simulation()}>
      <ol className={classes.lines}>
        {signings.map(({ key, name }, index) => {
          const line = lines[index]
          return (
            line && (
              <li key={key}>
                <span className={classes.lineName}>
                  {name}
                  <span className="soft">{line.how}</span>
                </span>
                <strong className="figure">{formatEurosExact(line.amountCents)}</strong>
                <ActionIcon variant="subtle" color="gray" aria-label={m.removeNamed({ name })} onClick={() => onRemove(key)}>
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            )
          )
        })}
      </ol>
      {bonuses.map(({ how, amountCents }) => (
        <p key={how} className={classes.sum}>
          <span className={classes.lineName}>
            {m.bonus()}
            <span className="soft">{how}</span>
          </span>
          <strong className="figure">{formatEurosExact(amountCents)}</strong>
        </p>
      ))}
      <p className={classes.sum}>
        <span>{m.forYou()}</span>
        <strong className="figure display">{formatEurosExact(totalCents)}</strong>
      </p>
      {then.current && <TierThen standing={standing} then={then} current={then.current} />}
      {standing.rules?.some(hasBonus) && <SoftText mt="xs">{m.bonusesLeftOut()}</SoftText>}
    </div>
  )
}

/** The tier that the partner would have. */
function TierThen({ standing, then, current }: { standing: Standing; then: TierStanding<Tier>; current: Tier }) {
  const reached = { tier: current.name, rate: insteadOfRate(standing) ?? percentText(current.commissionRate) }
  return (
    <Text fz="sm">
      {current.id === standing.current?.id ? m.youStay(reached) : m.youBecome(reached)}{' '}
      {then.next
        ? `${toNextText(
            {
              amount: formatEuros(then.remainingCents),
              tier: then.next.name,
              rate: percentText(then.next.commissionRate),
            },
            standing,
          )}.`
        : m.maximumTier()}
    </Text>
  )
}

interface ShownLine {
  /** The arithmetic in words. */
  readonly how: string
  readonly amountCents: number
}

interface Shown {
  readonly lines: readonly ShownLine[]
  readonly bonuses: readonly ShownLine[]
  readonly totalCents: number
  readonly standing: TierStanding<Tier>
}

/** Under the specification's rule at the rate of the tier, else by the engine that makes real commissions. */
function simulate({ tiers, totalRevenueCents, rules }: Standing, signings: readonly Signing[], order: SigningOrder): Shown {
  if (!rules) {
    const amounts = signings.map(({ amountCents }) => amountCents)
    const { commissions, totalCents, standing: reached } = simulateSignings(tiers, totalRevenueCents, amounts, order)
    const lines = commissions.map(({ revenueCents, tier, amountCents }) => ({
      how: `${formatEuros(revenueCents)} × ${percentText(tier.commissionRate)} (${tier.name})`,
      amountCents,
    }))
    return { lines, bonuses: [], totalCents, standing: reached }
  }
  const start = { rules, tiers, revenueCents: totalRevenueCents, day: dayInputText(new Date()) }
  const chosen = signings.map(({ key, offer, amountCents }) => ({ key, offer: offer ?? '', revenueCents: amountCents }))
  const result = simulateByRules(start, chosen, order)
  const howOf = (line: SimulatedLine) => reasonText(line.reason, line)
  return {
    lines: result.signings.map(({ lines, amountCents }) => ({ how: lines.map(howOf).join(' + '), amountCents })),
    bonuses: result.bonuses.map((line) => ({ how: howOf(line), amountCents: line.amountCents })),
    totalCents: result.totalCents,
    standing: tierStanding(tiers, result.revenueCents),
  }
}
