import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { insteadOfRate } from '#money/tiers/web/rate-text.ts'
import { RuleLine } from '#money/tiers/web/rule-line.tsx'
import { standingQuery } from '#money/tiers/web/status-bar.tsx'
import { TierMark } from '#money/tiers/web/tier-mark.tsx'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import classes from './overview.module.css'

/** The partner's tier, rate and validated revenue. */
export function CurrentStatus() {
  const { data, error } = useQuery(standingQuery)
  if (error && !data) return null
  const current = data?.current
  const status = { label: m.currentStatus(), lang: m.currentStatus.lang }
  const ofTier = [
    { ...status, value: current?.name, hint: m.currentStatusHint() },
    {
      label: m.commissionRate(),
      lang: undefined,
      value: current && (insteadOfRate(data) ?? percentText(current.commissionRate)),
      hint: m.commissionRateHint(),
    },
  ]
  const figures = [
    ...(data && !current
      ? [{ ...status, value: <RuleLine key="rule" rules={data.rules} />, hint: m.commissionRateHint() }]
      : ofTier),
    {
      label: m.totalRevenue(),
      lang: m.totalRevenue.lang,
      value: data && formatEuros(data.totalRevenueCents),
      hint: m.totalRevenueHint(),
    },
  ]
  return (
    <section className={classes.standing} data-by-rule={(data && !current) || undefined} aria-label={m.currentStatus()}>
      {!data && <Skeleton circle height={64} />}
      {current && <TierMark order={current.tierOrder} size={64} />}
      {figures.map(({ label, lang, value, hint }) => (
        <div key={label}>
          <SoftText lang={lang}>{label}</SoftText>
          <div className={`display figure ${classes.standingFigure}`}>
            {value === undefined ? <Skeleton height={30} width={110} my={4} /> : value}
          </div>
          <SoftText fz="xs">{hint}</SoftText>
        </div>
      ))}
    </section>
  )
}
