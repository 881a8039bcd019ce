import type { ReactNode } from 'react'
import classes from './chart.module.css'

export interface ChartRow {
  readonly key: string
  readonly label: ReactNode
  readonly value: number
  /** A colour of the theme's. */
  readonly fill: string
  /** Formatted value, and an optional note. */
  readonly text: string
  readonly more: string
}

/**
 * Horizontal bars scaled to the longest. All values are written beside the bars, so no tooltip is needed.
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
