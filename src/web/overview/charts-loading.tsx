import { Skeleton } from '@mantine/core'
import classes from './overview.module.css'

/** The charts' place, as high as they are. */
export function ChartsLoading() {
  return (
    <div className={classes.charts} role="status" aria-label="Chargement">
      <Skeleton className={classes.chartPlace} radius={14} />
      <Skeleton className={classes.chartPlace} radius={14} />
    </div>
  )
}
