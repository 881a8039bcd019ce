import type { ReactNode } from 'react'
import classes from './field-pair.module.css'

/** Fields side by side, stacked on narrow screens; `short` fields need less width. */
export function FieldPair({ short, children }: { short?: boolean; children: ReactNode }) {
  return <div className={short ? `${classes.pair} ${classes.short}` : classes.pair}>{children}</div>
}
