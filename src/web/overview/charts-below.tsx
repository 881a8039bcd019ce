import { lazy, Suspense, useEffect, useState } from 'react'
import { ChartsLoading } from './charts-loading.tsx'

const TrendCharts = lazy(() => import('./trend-charts.tsx').then(({ TrendCharts: Component }) => ({ default: Component })))

/** How long a browser without idle callbacks waits. */
const soonMs = 400

/** Charts stand below the first screen: their code and their figures come once the browser has nothing more urgent to do. */
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
