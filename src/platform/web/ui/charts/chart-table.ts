import type { ReactNode } from 'react'

/** Formatted data of a chart; the first column is the row label. */
export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** Totals of the columns. */
  readonly foot?: readonly ReactNode[]
}
