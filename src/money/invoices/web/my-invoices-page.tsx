import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formerFilters } from '#accounts/people/web/former-filter.ts'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { m } from '../messages/messages.ts'
import { invoiceSummaryQuery } from './data.ts'
import { ownInvoiceColumns } from './invoice-columns.tsx'
import { filterNames, handoverFilter, InvoiceTable, invoiceListOf, kindFilter, useDocuments } from './invoice-list.tsx'
import { OwnPlatformNote } from './platform-note.tsx'
import { ZipButton } from './zip-button.tsx'

/** The partner's own documents: what was invoiced in their name, and their receipts. */
export function Component() {
  const address = useListAddress(filterNames)
  const documents = useDocuments(address)
  const former = useQuery(invoiceSummaryQuery(invoiceListOf(address))).data?.former
  const filters = useMemo(() => [kindFilter, handoverFilter, ...formerFilters(former)], [former])
  return (
    <ListPage
      title={m.invoices()}
      subtitle={m.ownInvoicesLead()}
      actions={<ZipButton list={invoiceListOf(address)} />}
      tabs={<PartnerMoneyTabs />}
      intro={<OwnPlatformNote />}
      address={address}
      label={m.searchInvoices()}
      placeholder={m.searchByNumber()}
      csv={{ path: '/invoices.csv', query: invoiceListOf(address) }}
      columns={ownInvoiceColumns}
      query={documents.query}
      filters={<ListFilters address={address} filters={filters} period={m.issuedOn()} />}
    >
      <InvoiceTable
        label={m.yourInvoices()}
        address={address}
        documents={documents}
        columns={ownInvoiceColumns}
        emptyText={m.noOwnInvoicesYet()}
      />
    </ListPage>
  )
}
