import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../ui/states.tsx'
import { ChartsLoading } from './charts-loading.tsx'
import { trendsQuery } from './data.ts'
import { MonthsChart } from './months-chart.tsx'
import classes from './overview.module.css'
import { PipelineChart } from './pipeline-chart.tsx'
import { TopPartnersChart } from './top-partners-chart.tsx'

/** How the figures above came about: by month, by stage and, for staff, by partner. */
export function TrendCharts() {
  const { data, error, refetch } = useQuery(trendsQuery)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ChartsLoading />
  return (
    <div className={classes.charts} data-three={data.topPartners !== null || undefined}>
      <MonthsChart months={data.months} />
      <PipelineChart pipeline={data.pipeline} conversion={data.conversion} />
      {data.topPartners && <TopPartnersChart partners={data.topPartners} />}
    </div>
  )
}
