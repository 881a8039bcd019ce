import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import classes from './charts.module.css'
import { ChartsLoading } from './charts-loading.tsx'
import { trendsQuery } from './data.ts'
import { MonthsChart } from './months-chart.tsx'
import { PipelineChart } from './pipeline-chart.tsx'
import { TopPartnersChart } from './top-partners-chart.tsx'

/** Charts by month, by stage and, for staff, by partner. */
export function TrendCharts() {
  const { data: read, error, refetch } = useQuery(trendsQuery)
  // Deferred, since three charts in one task would block the page.
  const data = useDeferredValue(read)
  if (!data) return error && !read ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ChartsLoading />
  // Hide charts without data.
  const charts = [
    data.months.some(({ revenueCents, commissionCents }) => revenueCents > 0 || commissionCents > 0) && (
      <MonthsChart key="months" months={data.months} />
    ),
    data.pipeline.some(({ count }) => count > 0) && (
      <PipelineChart key="pipeline" pipeline={data.pipeline} conversion={data.conversion} />
    ),
    data.topPartners && data.topPartners.length > 0 && <TopPartnersChart key="partners" partners={data.topPartners} />,
  ].filter(Boolean)
  return (
    <div className={classes.charts} data-count={charts.length}>
      {charts}
    </div>
  )
}
