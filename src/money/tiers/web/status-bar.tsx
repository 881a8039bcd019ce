import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatEurosBare, formatPercent } from '#platform/domain/money.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { tierRoutes } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'
import classes from './status-bar.module.css'
import { TierMark } from './tier-mark.tsx'

/** The signed-in partner's tier and how far the next one is. */
export const standingQuery = queryOptions({ queryKey: ['standing'], queryFn: () => call(tierRoutes.myStanding, {}) })

export function StatusBar() {
  const { data } = useQuery(standingQuery)
  if (!data) return <div className={classes.fill} />
  const { current, next, remainingCents, progressPercent } = data
  return (
    <section className={classes.status} aria-label={m.status()}>
      <span className={classes.statusNow}>
        <TierMark order={current.tierOrder} />
        <span className={classes.statusWords}>
          <span lang={m.currentStatus.lang} className={classes.statusName}>
            {m.currentStatus()}{' '}
          </span>
          <span title={current.name}>
            {current.name} — {formatPercent(current.commissionRate)}%
          </span>
        </span>
      </span>
      <span lang={next ? m.toNextInBar.lang : m.maximumTier.lang} className={`${classes.statusNext} figure`}>
        {next
          ? m.toNextInBar({
              amount: formatEurosBare(remainingCents),
              tier: next.name,
              rate: formatPercent(next.commissionRate),
            })
          : m.maximumTier()}
      </span>
      <span className={classes.statusLine} aria-hidden="true">
        <span style={{ width: `${progressPercent}%` }} />
      </span>
    </section>
  )
}
