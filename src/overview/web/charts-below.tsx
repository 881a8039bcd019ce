import { lazy, Suspense } from 'react'
import { useIdle } from '#platform/web/ui/idle.ts'
import { ChartsLoading } from './charts-loading.tsx'

const TrendCharts = lazy(() => import('./trend-charts.tsx').then(({ TrendCharts: Component }) => ({ default: Component })))

/** Loads code and data of the charts when the browser is idle, since they are below the fold. */
export function ChartsBelow() {
  if (!useIdle()) return <ChartsLoading />
  return (
    <Suspense fallback={<ChartsLoading />}>
      <TrendCharts />
    </Suspense>
  )
}
