import { useQuery } from '@tanstack/react-query'
import { formerFilters } from '#accounts/people/web/former-filter.ts'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { m } from '../messages/messages.ts'
import { invoiceSummaryQuery } from './data.ts'
import { ownInvoiceColumns } from './invoice-columns.tsx'
import { InvoiceTable, useDocuments } from './invoice-list.tsx'
import { OwnPlatformNote } from './platform-note.tsx'
import { ZipButton } from './zip-button.tsx'

/** The partner's own documents: what was invoiced in their name, and their receipts. */
export function Component() {
  const documents = useDocuments('partner')
  const { address, filter, filters, query } = documents
  const former = useQuery(invoiceSummaryQuery(filter)).data?.former
  return (
    <ListPage
      title={m.invoices()}
      subtitle={m.ownInvoicesLead()}
      actions={<ZipButton list={filter} />}
      tabs={<PartnerMoneyTabs />}
      intro={<OwnPlatformNote />}
      address={address}
      label={m.searchInvoices()}
      placeholder={m.searchByNumber()}
      csv={{ path: '/invoices.csv', query: filter }}
      columns={ownInvoiceColumns}
      query={query}
      filters={<ListFilters address={address} filters={[...filters, ...formerFilters(former)]} period={m.issuedOn()} />}
    >
      <InvoiceTable label={m.yourInvoices()} documents={documents} columns={ownInvoiceColumns} emptyText={m.noOwnInvoicesYet()} />
    </ListPage>
  )
}
