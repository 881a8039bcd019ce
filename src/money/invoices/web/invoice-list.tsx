import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Filter } from '#platform/web/ui/tables/filter.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type IssuedDocument, invoiceList } from '../api.ts'
import { handoverLabels } from '../domain/handover.ts'
import { documentKindLabels } from '../domain/payout-documents.ts'
import { m } from '../messages/messages.ts'
import { invoiceSummaryQuery, invoicesQuery } from './data.ts'
import { netAndVat } from './invoice-columns.tsx'

const chips = {
  kind: { label: m.kind(), all: m.allKinds(), labels: documentKindLabels },
  handedOver: { name: 'handed', label: m.handedOver(), all: m.anyHandover(), labels: handoverLabels },
}

/** The documents that the address asks for; partners have no filter by partner, but links of those that were merged into them. */
export function useDocuments(partnerId: Filter | string) {
  const list = useList(invoiceList, { ...chips, partnerId })
  const sorting = list.address.sorting(invoiceList)
  return { ...list, sorting, query: useInfiniteQuery(invoicesQuery({ ...list.filter, sort: sorting.by })) }
}

interface InvoiceTableProps extends Pick<ComponentProps<typeof ListTable<IssuedDocument>>, 'selection' | 'bulkActions'> {
  readonly label: string
  readonly documents: ReturnType<typeof useDocuments>
  readonly columns: readonly Column<IssuedDocument>[]
  /** When there is no document at all. */
  readonly emptyText: string
}

/** Documents matching the address, with their sums. */
export function InvoiceTable({ documents, emptyText, ...table }: InvoiceTableProps) {
  const { address, filter, query, sorting } = documents
  const { data: sums } = useQuery(invoiceSummaryQuery(filter))
  return (
    <ListTable
      {...table}
      {...{ address, query, sorting }}
      empty={<EmptyState title={m.noDocumentsYet()} text={emptyText} />}
      totals={
        sums && {
          label: address.filtered ? m.totalOfThese({ count: sums.count }) : m.totalOfAll({ count: sums.count }),
          values: {
            amount: (
              <>
                <strong className="figure">{formatEurosExact(sums.totalCents)}</strong>
                <p className="cell-note figure">{netAndVat(sums.netCents, sums.vatCents)}</p>
              </>
            ),
          },
        }
      }
    />
  )
}
