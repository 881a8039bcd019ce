import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { stageColour, stageLanguage, stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import type { Overview } from './data.ts'
import classes from './glance.module.css'

/** What staff see of the money and of the pipeline at a glance; charts of both are below. */
export function Glance({ overview }: { readonly overview: Overview }) {
  const { earnedCents, comingCents, paidCents, pipeline } = overview
  const stages = useStages()
  const max = Math.max(1, ...pipeline.map(({ count }) => count))
  return (
    <section className={classes.panel} aria-label={m.moneyAndPipeline()}>
      <Title order={2} fz={20}>
        {m.money()}
      </Title>
      <dl className={classes.sums}>
        <Sum label={m.earned()} cents={earnedCents} />
        <Sum label={m.coming()} cents={comingCents} />
        <Sum label={m.paid()} cents={paidCents} />
      </dl>
      <Title order={2} fz={20}>
        {m.pipeline()}
      </Title>
      <ul className={classes.stages}>
        {pipeline.map(({ status, count, amountCents }) => (
          <li key={status}>
            <Link to={`${pagePaths.adminLeads}?status=${status}`} lang={stageLanguage(stages, status)}>
              {stageName(stages, status)}
            </Link>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${(count / max) * 100}%`, background: `var(--${stageColour(stages, status)})` }} />
            </span>
            <b className="figure">{count.toLocaleString(currentLocale())}</b>
            <span className="figure">{formatEuros(amountCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sum({ label, cents }: { readonly label: string; readonly cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{formatEuros(cents)}</dd>
    </div>
  )
}
