import type { ReactNode } from 'react'

export interface Identified {
  readonly id: string
}

/** A column of a DataTable, as data. */
export interface Column<Row> {
  readonly key: string
  readonly label: string
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
  /** Place in the card layout: the card's heading or its buttons, both without a label. Default: a labelled line. */
  readonly card?: 'title' | 'actions'
}
