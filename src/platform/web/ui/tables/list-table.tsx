import './list-tools.css'
import type { ComponentProps, ReactNode } from 'react'
import { QueryBoundary } from '../page/states.tsx'
import { useChosenColumns } from './chosen-columns.ts'
import type { Identified } from './column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { ListAddress } from './list-address.ts'
import { NoResult } from './list-tools.tsx'
import { MoreButton } from './more-button.tsx'

interface ListTableProps<Row extends Identified> extends Omit<DataTableProps<Row>, 'rows' | 'busy'> {
  readonly address: ListAddress
  /** An infinite query whose pages have `items`. */
  readonly query: ComponentProps<typeof MoreButton>['query'] & {
    readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
    readonly isPlaceholderData: boolean
  }
  /** Replaces the table if the list has no rows at all. */
  readonly empty: ReactNode
  /** Above the rows, or in their place when there are none. */
  readonly notice?: ReactNode
  /** Actions on the selected rows: a BulkBar, which floats over them. */
  readonly bulkActions?: (selected: readonly Row[]) => ReactNode
  /** Skeleton rows while loading. */
  readonly loadingRows?: number
}

/** The table of a list with all its states: loading, failed, empty, nothing found, rows, next page. */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  const { address, query, empty, notice, bulkActions, loadingRows, ...table } = props
  const columns = useChosenColumns(table.columns, address)
  return (
    <QueryBoundary query={query} {...(loadingRows ? { rows: loadingRows } : {})}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.items)
        if (rows.length === 0) return notice || (address.filtered ? <NoResult address={address} /> : empty)
        return (
          <>
            {notice}
            <div className="bulk-frame">
              {bulkActions && <div className="bulk-bar">{bulkActions(table.selection?.of(rows) ?? [])}</div>}
              <DataTable {...table} columns={columns} rows={rows} busy={query.isPlaceholderData} />
            </div>
            <MoreButton query={query} />
          </>
        )
      }}
    </QueryBoundary>
  )
}
