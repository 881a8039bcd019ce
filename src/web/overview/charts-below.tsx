import { lazy, Suspense, useEffect, useState } from 'react'
import { ChartsLoading } from './charts-loading.tsx'

const TrendCharts = lazy(() => import('./trend-charts.tsx').then(({ TrendCharts: Component }) => ({ default: Component })))

/** Delay in browsers without requestIdleCallback. */
const soonMs = 400

/** Loads code and data of the charts when the browser is idle, since they are below the fold. */
export function ChartsBelow() {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const start = () => setIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, soonMs)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start)
    return () => cancelIdleCallback(handle)
  }, [])
  if (!idle) return <ChartsLoading />
  return (
    <Suspense fallback={<ChartsLoading />}>
      <TrendCharts />
    </Suspense>
  )
}
