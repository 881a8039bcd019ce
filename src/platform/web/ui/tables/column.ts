import type { ReactNode } from 'react'

export interface Identified {
  readonly id: string
}

/** A column of a DataTable, as data. */
export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** The language of the label, where it is another one than the page's. */
  readonly lang?: string | undefined
  readonly cell: (row: Row) => ReactNode
  /** Sort key of the list's API and address; absent: the column cannot be sorted. */
  readonly sort?: string
  /** First click sorts descending. Default: true at the end of the row, where numbers are. */
  readonly descendingFirst?: boolean
  readonly align?: 'end'
  /** Digits of equal width. */
  readonly figure?: boolean
  /** The header is for screen readers only. */
  readonly labelHidden?: boolean
  /** Place in the card layout: the card's heading or its buttons, both without a label. Default: a labelled value. */
  readonly card?: 'title' | 'actions'
  /** One decides by it: it stays at every width, as titles, actions and columns at the end of the row do, which are amounts. */
  readonly kept?: boolean
  /** Where the width lacks, columns that are not kept go, those with the lowest number first, of equals the last. Default: 1. */
  readonly priority?: number
}

/** What has to be known of a column to choose it, or to sort by it. */
export type ShownColumn = Pick<Column<never>, 'key' | 'label' | 'card' | 'sort' | 'align' | 'descendingFirst'>

/** Whether a column stays at every width, whatever is chosen. */
export const isFixed = ({ card }: Pick<Column<never>, 'card'>) => card !== undefined

/** The priority of a column that may go where the width lacks; null if it stays. */
export function priorityOf(column: Pick<Column<never>, 'card' | 'align' | 'kept' | 'priority'>): number | null {
  if (isFixed(column) || column.kept) return null
  return column.priority ?? (column.align === 'end' ? null : 1)
}
