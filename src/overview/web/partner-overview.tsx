import { Skeleton } from '@mantine/core'
import { useMe } from '#platform/web/app/session/session.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { ChartsBelow } from './charts-below.tsx'
import { CurrentStatus } from './current-status.tsx'
import { hasStats, type Overview } from './data.ts'
import { Money } from './money.tsx'
import { OverviewCards } from './overview-cards.tsx'
import { Steps } from './steps.tsx'
import { Unread } from './unread.tsx'

/** Overview for partners: onboarding steps, money, totals, and charts. */
export function PartnerOverview({ overview }: { overview: Overview | undefined }) {
  const me = useMe()
  return (
    <>
      <PageHeader title="Dashboard" subtitle={`Welcome to your partner cockpit, ${me.fullName}`} />
      {/* The key makes what is below appear in its place instead of being pushed there. */}
      <div key={overview ? 'here' : 'awaited'}>
        {overview?.steps && <Steps steps={overview.steps} />}
        {overview ? <Money overview={overview} /> : <Skeleton height={196} radius={14} mb={20} />}
        <OverviewCards overview={overview} whose="yours" />
        {overview && overview.unread.count > 0 && <Unread unread={overview.unread} as="partner" />}
        <CurrentStatus />
        {overview && hasStats(overview) && me.contractSigned && <ChartsBelow />}
      </div>
    </>
  )
}
