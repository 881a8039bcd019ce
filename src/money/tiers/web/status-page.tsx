import { Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAbility } from '#access/web/rights.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Standing, Tier } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'
import { tierText, toNextText } from './rate-text.ts'
import { RuleLine } from './rule-line.tsx'
import { standingQuery } from './status-bar.tsx'
import classes from './status-page.module.css'
import { TierMark } from './tier-mark.tsx'

const TermsHistory = lazy(() => import('#money/terms/web/terms-history.tsx'))
const Simulator = lazy(() => import('./simulator.tsx'))

function rangeOf(tier: Tier): string {
  if (tier.maxRevenueCents === null) return m.fromRevenue({ revenue: formatEuros(tier.minRevenueCents) })
  return `${formatEuros(tier.minRevenueCents)} – ${formatEuros(tier.maxRevenueCents)}`
}

function Roadmap({ standing, current }: { standing: Standing; current: Tier }) {
  const { tiers } = standing
  return (
    <ol className={classes.roadmap} aria-label={m.roadmap()}>
      {tiers.map((tier) => {
        const passed = tier.tierOrder < current.tierOrder
        const isCurrent = tier.id === current.id
        return (
          <li
            key={tier.id}
            className={classes.tier}
            data-current={isCurrent || undefined}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <TierMark order={tier.tierOrder} size={36} />
            <div className={classes.tierText}>
              <Text fw={600}>{tier.name}</Text>
              <SoftText className="figure">{rangeOf(tier)}</SoftText>
            </div>
            {isCurrent && <StatusBadge tone="known">{m.current()}</StatusBadge>}
            {passed && (
              <StatusBadge tone="green">
                <IconCheck size={13} aria-hidden="true" /> {m.passed()}
              </StatusBadge>
            )}
            {!standing.paidBy && <span className={`figure display ${classes.rate}`}>{percentText(tier.commissionRate)}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function TotalRevenue({ cents }: { cents: number }) {
  return (
    <div className={classes.total}>
      <SoftText lang={m.totalRevenue.lang}>{m.totalRevenue()}</SoftText>
      <p className={`display figure ${classes.name}`}>{formatEuros(cents)}</p>
    </div>
  )
}

/** Without tiers: what the rule in force pays, and the revenue so far. */
function WithoutTiers({ standing }: { standing: Standing }) {
  return (
    <section className={classes.now} aria-label={m.menuStatus()}>
      <div className={classes.head}>
        <div>
          <SoftText>{m.whatIsPaid()}</SoftText>
          <p className={`display ${classes.rule}`}>
            <RuleLine rules={standing.rules} />
          </p>
        </div>
        <TotalRevenue cents={standing.totalRevenueCents} />
      </div>
    </section>
  )
}

/** The partner's tier, progress to the next one, and the roadmap. */
function WithTiers({ standing, current }: { standing: Standing; current: Tier }) {
  const { next, progressPercent, remainingCents, totalRevenueCents } = standing
  return (
    <>
      <section className={classes.now} aria-label={m.currentTier()}>
        <div className={classes.head}>
          <TierMark order={current.tierOrder} size={64} />
          <div>
            <SoftText>{m.currentTier()}</SoftText>
            <p className={`display ${classes.name}`}>{tierText(current, standing, percentText(current.commissionRate))}</p>
          </div>
          <TotalRevenue cents={totalRevenueCents} />
        </div>
        <Progress value={progressPercent} size="lg" aria-label={next ? m.progressTo({ name: next.name }) : m.progress()} />
        <Text lang={next ? undefined : m.maximumTier.lang} mt="xs" className={`figure ${classes.way}`}>
          {next
            ? toNextText(
                { amount: formatEuros(remainingCents), tier: next.name, rate: percentText(next.commissionRate) },
                standing,
              )
            : m.maximumTier()}
        </Text>
      </section>
      <Roadmap standing={standing} current={current} />
    </>
  )
}

/** The partner's tier and the way to the next ones, or what is paid without tiers; and what leads would bring. */
export function Component() {
  const query = useQuery(standingQuery)
  const { contractSigned } = useMe()
  const seesLeads = useAbility('leads')
  return (
    <>
      <PageHeader
        title={m.menuStatus()}
        lang={m.menuStatus.lang}
        subtitle={query.data?.current === null ? undefined : m.statusLead()}
      />
      <QueryBoundary query={query}>
        {(standing) => (
          <>
            {standing.current ? (
              <WithTiers standing={standing} current={standing.current} />
            ) : (
              <WithoutTiers standing={standing} />
            )}
            <Suspense>
              <TermsHistory />
            </Suspense>
            {contractSigned && seesLeads && (
              <Suspense>
                <Simulator standing={standing} />
              </Suspense>
            )}
          </>
        )}
      </QueryBoundary>
    </>
  )
}
