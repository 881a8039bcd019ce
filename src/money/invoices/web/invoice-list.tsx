import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { type ListAddress, periodNames } from '#platform/web/ui/tables/list-address.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { type IssuedDocument, invoiceSorts } from '../api.ts'
import { handoverLabels, handoverStates } from '../domain/handover.ts'
import { documentKindLabels, documentKinds } from '../domain/payout-documents.ts'
import { m } from '../messages/messages.ts'
import { invoiceSummaryQuery, invoicesQuery } from './data.ts'
import { netAndVat } from './invoice-columns.tsx'

export const filterNames = ['kind', 'handed', 'partner', ...periodNames] as const

export const kindFilter = {
  name: 'kind',
  label: m.kind(),
  all: m.allKinds(),
  options: optionsOf(documentKinds, documentKindLabels),
}

export const handoverFilter = {
  name: 'handed',
  label: m.handedOver(),
  all: m.anyHandover(),
  options: optionsOf(handoverStates, handoverLabels),
}

/** The filter of the address, for the list, its sums and its export. */
export const invoiceListOf = (address: ListAddress) => ({
  kind: address.pick('kind', documentKinds),
  handedOver: address.pick('handed', handoverStates),
  partnerId: address.get('partner'),
  search: address.search || undefined,
  ...address.period,
})

/** The documents that the address asks for. */
export function useDocuments(address: ListAddress) {
  const sorting = address.sorting(invoiceSorts, '-date')
  return { sorting, query: useInfiniteQuery(invoicesQuery({ ...invoiceListOf(address), sort: sorting.by })) }
}

interface InvoiceTableProps extends Pick<ComponentProps<typeof ListTable<IssuedDocument>>, 'selection' | 'bulkActions'> {
  readonly label: string
  readonly address: ListAddress
  readonly documents: ReturnType<typeof useDocuments>
  readonly columns: readonly Column<IssuedDocument>[]
  /** When there is no document at all. */
  readonly emptyText: string
}

/** Documents matching the address, with their sums. */
export function InvoiceTable({ label, address, documents, columns, emptyText, ...choosing }: InvoiceTableProps) {
  const { data: sums } = useQuery(invoiceSummaryQuery(invoiceListOf(address)))
  return (
    <ListTable
      {...choosing}
      label={label}
      address={address}
      {...documents}
      columns={columns}
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
