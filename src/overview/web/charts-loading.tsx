import { Skeleton } from '@mantine/core'
import { m } from '../messages/messages.ts'
import classes from './charts.module.css'

function ChartLoading() {
  return (
    <div className={classes.chartPlace}>
      <Skeleton height={22} width="45%" />
      <Skeleton height={12} width="70%" />
      <Skeleton />
    </div>
  )
}

/** Placeholder with the height of the charts. */
export function ChartsLoading() {
  return (
    <div className={classes.charts} data-count={2} role="status" aria-label={m.loading()}>
      <ChartLoading />
      <ChartLoading />
    </div>
  )
}
