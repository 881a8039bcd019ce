import type { ReactNode } from 'react'
import classes from './field-pair.module.css'

/** Fields side by side, below each other where there is no room for two; `short` ones need little. */
export function FieldPair({ short, children }: { short?: boolean; children: ReactNode }) {
  return <div className={short ? `${classes.pair} ${classes.short}` : classes.pair}>{children}</div>
}
