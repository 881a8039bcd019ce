import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatEuros, formatEurosBare, formatPercent, quotedPercentText } from '#platform/domain/money.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type Standing, type Tier, tierRoutes } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'
import { insteadOfRate } from './rate-text.ts'
import { RuleLine } from './rule-line.tsx'
import classes from './status-bar.module.css'
import { TierMark } from './tier-mark.tsx'

/** The signed-in partner's tier and how far the next one is. */
export const standingQuery = queryOptions({ queryKey: ['standing'], queryFn: () => call(tierRoutes.myStanding, {}) })

function toNext({ name: tier, commissionRate }: Tier, { remainingCents, paidBy }: Standing): string {
  if (paidBy) return m.toNextWithoutRate({ amount: formatEuros(remainingCents), tier })
  return m.toNextInBar({ amount: formatEurosBare(remainingCents), tier, rate: formatPercent(commissionRate) })
}

export function StatusBar() {
  const { data } = useQuery(standingQuery)
  if (!data) return <div className={classes.fill} />
  const { current, next, progressPercent } = data
  if (!current) {
    return (
      <section className={classes.status} data-without-tiers aria-label={m.menuStatus()}>
        <span className={classes.statusNow}>
          <span className={classes.statusWords}>
            <span lang={m.currentStatus.lang} className={classes.statusName}>
              {m.currentStatus()}{' '}
            </span>
            <span className={classes.statusRule}>
              <RuleLine rules={data.rules} />
            </span>
          </span>
        </span>
      </section>
    )
  }
  const instead = insteadOfRate(data)
  const toGo = next ? toNext(next, data) : m.maximumTier()
  return (
    <section className={classes.status} aria-label={m.menuStatus()}>
      <span className={classes.statusNow}>
        <TierMark order={current.tierOrder} />
        <span className={classes.statusWords}>
          <span lang={m.currentStatus.lang} className={classes.statusName}>
            {m.currentStatus()}{' '}
          </span>
          <span title={current.name}>
            {current.name}
            {instead ? <span className={classes.instead}> — {instead}</span> : ` — ${quotedPercentText(current.commissionRate)}`}
          </span>
        </span>
      </span>
      <span
        lang={next ? (data.paidBy ? undefined : m.toNextInBar.lang) : m.maximumTier.lang}
        className={`${classes.statusNext} figure`}
        title={toGo}
      >
        {toGo}
      </span>
      <span className={classes.statusLine} aria-hidden="true">
        <span style={{ width: `${progressPercent}%` }} />
      </span>
    </section>
  )
}
