import { Button, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatEuros, formatPercent } from '#domain/money.ts'
import { useMe } from '../app/session.ts'
import { standingQuery } from '../app/status-bar.tsx'
import { shortDate } from '../ui/dates.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { TierMark } from '../ui/tier-mark.tsx'
import type { Overview } from './data.ts'
import { OverviewCards } from './overview-cards.tsx'
import classes from './overview.module.css'

/** 'Where is my money?': what is earned, what comes and when, what was paid. */
function Money({ overview }: { overview: Overview }) {
  const { earnedCents, comingCents, paidCents, nextPayment } = overview
  return (
    <section className={classes.money} aria-label="Your money">
      <div>
        <Text fz="sm" c="var(--ink-soft)">
          Earned
        </Text>
        <p className={`display figure ${classes.big}`}>{formatEuros(earnedCents)}</p>
        <Text fz="xs" c="var(--ink-soft)">
          Validated so far, paid included
        </Text>
      </div>
      <div>
        <Text fz="sm" c="var(--ink-soft)">
          Coming
        </Text>
        <p className={`display figure ${classes.big}`}>{formatEuros(comingCents)}</p>
        <Text fz="xs" c="var(--ink-soft)">
          {nextPayment
            ? `${formatEuros(nextPayment.amountCents)} payable by ${shortDate(nextPayment.payableAt)}`
            : 'Dated once a commission is validated'}
        </Text>
      </div>
      <div>
        <Text fz="sm" c="var(--ink-soft)">
          Paid
        </Text>
        <p className={`display figure ${classes.big}`} style={{ color: 'var(--received-ink)' }}>
          {formatEuros(paidCents)}
        </p>
        <Text fz="xs" c="var(--ink-soft)">
          Money you have received
        </Text>
      </div>
    </section>
  )
}

/** The way in for a new partner: what is left to do, the next thing as a button. */
function Steps({ steps }: { steps: NonNullable<Overview['steps']> }) {
  const all = [
    { done: steps.contractSigned, text: 'Sign your contract', path: '/dashboard/contract' },
    { done: steps.bankDetails, text: 'Add your bank details', path: '/dashboard/payment-info' },
    { done: steps.firstLead, text: 'Add your first lead', path: '/dashboard/leads' },
  ]
  const next = all.findIndex((step) => !step.done)
  if (next < 0) return null
  return (
    <section className={classes.steps} aria-label="Next steps">
      <Title order={2} fz={20} mb="sm">
        To get started
      </Title>
      <ol className={classes.stepList}>
        {all.map((step, index) => (
          <li key={step.text} className={classes.step} data-done={step.done || undefined}>
            <span className={classes.stepMark}>
              {step.done ? <IconCheck size={15} aria-label="done" role="img" /> : index + 1}
            </span>
            {index === next ? (
              <Button component={Link} to={step.path} size="sm">
                {step.text}
              </Button>
            ) : (
              <span>{step.text}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function PartnerOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  const standing = useQuery(standingQuery)
  return (
    <>
      <PageHeader title="Dashboard" subtitle={`Welcome to your partner cockpit, ${me.fullName}`} />
      {overview?.steps && <Steps steps={overview.steps} />}
      {overview && <Money overview={overview} />}
      <OverviewCards overview={overview} whose="yours" />
      {standing.data && (
        <section className={classes.standing} aria-label="Current Status">
          <TierMark order={standing.data.current.tierOrder} size={56} />
          <div>
            <Text fz="sm" c="var(--ink-soft)">
              Current Status
            </Text>
            <p className={`display ${classes.big}`}>{standing.data.current.name}</p>
          </div>
          <div>
            <Text fz="sm" c="var(--ink-soft)">
              Commission rate
            </Text>
            <p className={`display figure ${classes.big}`}>{formatPercent(standing.data.current.commissionRate)} %</p>
          </div>
          <div>
            <Text fz="sm" c="var(--ink-soft)">
              Total revenue generated
            </Text>
            <p className={`display figure ${classes.big}`}>{formatEuros(standing.data.totalRevenueCents)}</p>
          </div>
        </section>
      )}
    </>
  )
}
