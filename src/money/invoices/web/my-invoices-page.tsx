import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ownInvoiceColumns } from './invoice-columns.tsx'
import { handoverFilter, InvoiceTable, invoiceListOf, kindFilter, ownFilterNames, useDocuments } from './invoice-list.tsx'
import { OwnPlatformNote } from './platform-note.tsx'
import { ZipButton } from './zip-button.tsx'

/** The partner's own documents: what was invoiced in their name, and their receipts. */
export function Component() {
  const address = useListAddress(ownFilterNames)
  const documents = useDocuments(address)
  return (
    <ListPage
      title="Invoices"
      subtitle="What was invoiced in your name, and your receipts"
      actions={<ZipButton list={invoiceListOf(address)} />}
      tabs={<PartnerMoneyTabs />}
      intro={<OwnPlatformNote />}
      address={address}
      label="Search invoices"
      placeholder="Search by number"
      csv={{ path: '/invoices.csv', query: invoiceListOf(address) }}
      columns={ownInvoiceColumns}
      query={documents.query}
      filters={<ListFilters address={address} filters={[kindFilter, handoverFilter]} period="Issued" />}
    >
      <InvoiceTable
        label="Your invoices"
        address={address}
        documents={documents}
        columns={ownInvoiceColumns}
        emptyText="Invoices under your billing mandate and receipts come with your payouts. Your own invoices stay with theirs."
      />
    </ListPage>
  )
}
