import type { ReactNode } from 'react'
import classes from './chart.module.css'

export interface ChartRow {
  readonly key: string
  readonly label: ReactNode
  readonly value: number
  /** A colour of the theme's. */
  readonly fill: string
  /** The value as it is read, and what else there is to say of it. */
  readonly text: string
  readonly more: string
}

/**
 * One bar under another, longest to the full width; every figure is written beside its bar, so nothing hides behind a pointer.
 */
export function RowChart({ rows }: { rows: readonly ChartRow[] }) {
  const top = Math.max(1, ...rows.map((row) => row.value))
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.key} className={classes.row}>
          <span className={classes.rowLabel}>{row.label}</span>
          <b className="figure">{row.text}</b>
          <span className={classes.track} aria-hidden="true">
            {row.value > 0 && <span style={{ width: `${(row.value / top) * 100}%`, background: row.fill }} />}
          </span>
          <small className="figure">{row.more}</small>
        </li>
      ))}
    </ul>
  )
}
