import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { hasAbility, useAbility } from '#access/web/rights.ts'
import { type Coming as Calendar, comingQuery, type ToDo as ToDoList, toDoQuery } from '#overview/partner/web/data.ts'
import classes from '#overview/partner/web/own-money.module.css'
import { ToDo } from '#overview/partner/web/to-do.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { ChartsBelow } from './charts-below.tsx'
import { CurrentStatus } from './current-status.tsx'
import { hasStats, type Overview } from './data.ts'
import { Money } from './money.tsx'
import { OverviewCards } from './overview-cards.tsx'
import { Unread } from './unread.tsx'

const FirstLead = lazy(() => import('#leads/pages/web/first-lead.tsx'))
const Steps = lazy(() => import('./steps.tsx'))
const Coming = lazy(() => import('#overview/partner/web/coming.tsx'))
const RoleCard = lazy(() => import('./role-card.tsx'))
const Terms = lazy(() => import('#money/terms/web/terms-card.tsx'))

/** About as high as what comes there, so that nothing below is pushed down. */
const Awaited = ({ height }: { height: number }) => <Skeleton height={height} radius={14} mb={20} />
const calendarHeight = ({ lines }: Calendar) => 90 + 64 * Math.min(lines.length, 5)

/** Overview for partners: the money, what to do for it, and when it comes; then totals and charts. */
export function PartnerOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  const toDo = useQuery(toDoQuery)
  const coming = useQuery(comingQuery)
  const isRead = overview !== undefined && !toDo.isPending && !coming.isPending
  return (
    <>
      <PageHeader
        title={m.dashboard()}
        lang={m.dashboard.lang}
        subtitle={m.welcomePartner({ fullName: me.fullName })}
        subtitleLang={m.welcomePartner.lang}
      />
      {/* The key makes what is below appear in its place instead of being pushed there. */}
      <div key={isRead ? 'here' : 'awaited'}>
        {isRead ? (
          <First overview={overview} toDo={toDo.data} coming={coming.data} />
        ) : (
          <Skeleton height={196} radius={14} mb={20} />
        )}
        {isRead && (toDo.error ?? coming.error) && (
          <ErrorState
            error={(toDo.error ?? coming.error) as Error}
            onRetry={() => void Promise.all([toDo.refetch(), coming.refetch()])}
          />
        )}
        <OverviewCards overview={overview} whose="yours" />
        {overview && overview.unread.count > 0 && <Unread unread={overview.unread} as="partner" />}
        {hasAbility(me, 'money') && <CurrentStatus />}
        {overview && hasStats(overview) && me.contractSigned && <ChartsBelow />}
      </div>
    </>
  )
}

interface FirstProps {
  readonly overview: Overview
  readonly toDo: ToDoList | undefined
  readonly coming: Calendar | undefined
}

/** The steps of a locked partner say what to do: signing is not listed twice. */
function First({ overview, toDo, coming }: FirstProps) {
  const { steps, terms } = overview
  const { partner } = useMe()
  const isLocked = steps !== null && !steps.contractSigned
  const seesMoney = useAbility('own_money')
  // Nothing is earned yet: figures that are all 0 say nothing.
  const hasMoney = overview.totalCommissionsCents !== 0 || overview.comingCents !== 0
  const tasks = toDo?.tasks.filter(({ kind }) => !isLocked || kind !== 'contract') ?? []
  return (
    <>
      <Suspense fallback={<Awaited height={isLocked ? 300 : 90} />}>
        {partner && partner.role !== 'owner' && <RoleCard role={partner.role} />}
        {steps && isLocked && <Steps steps={steps} />}
        {steps?.contractSigned && !steps.firstLead && <FirstLead />}
      </Suspense>
      {seesMoney && hasMoney && <Money overview={overview} coming={coming} />}
      {terms.length > 0 && (
        <Suspense fallback={<Awaited height={160 * terms.length} />}>
          <Terms changes={terms} />
        </Suspense>
      )}
      <div className={classes.columns}>
        {toDo && (!isLocked || tasks.length > 0) && <ToDo toDo={{ ...toDo, tasks }} />}
        {coming && coming.lines.length > 0 && (
          <Suspense fallback={<Awaited height={calendarHeight(coming)} />}>
            <Coming coming={coming} />
          </Suspense>
        )}
      </div>
    </>
  )
}
