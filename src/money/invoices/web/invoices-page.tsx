import { lazy, Suspense, useState } from 'react'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { type SelectionRules, useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import type { IssuedDocument } from '../api.ts'
import { m } from '../messages/messages.ts'
import { DownloadedBar, HandoverBar } from './handover-bars.tsx'
import { HandoverDialog, type ToHandOver, UndoHandoverDialog } from './handover-dialog.tsx'
import { staffInvoiceColumns } from './invoice-columns.tsx'
import { InvoiceTable, useDocuments } from './invoice-list.tsx'
import { PlatformNote } from './platform-note.tsx'
import { type DownloadedZip, ZipButton } from './zip-button.tsx'

const PlatformStatusDialog = lazy(() => import('./platform-status-dialog.tsx'))

const selectionRules: SelectionRules<IssuedDocument> = {
  isSelectable: ({ can }) => can.handOver || can.undoHandover,
  rowLabel: ({ number }) => m.chooseNumber({ number }),
  allLabel: m.chooseAllShown(),
}

/** Documents that were issued with payouts, of all partners, on their way to the provider's plateforme agréée. */
export function Component() {
  const documents = useDocuments(usePartnerFilter())
  const { address, filter, filters, query } = documents
  const selection = useRowSelection(selectionRules)
  const [downloaded, setDownloaded] = useState<DownloadedZip | null>(null)
  const [toHandOver, setToHandOver] = useState<ToHandOver | null>(null)
  const [toUndo, setToUndo] = useState<readonly IssuedDocument[] | null>(null)
  const [statusInvoice, setStatusInvoice] = useState<IssuedDocument | null>(null)
  const [columns] = useState(() => staffInvoiceColumns(setStatusInvoice))
  const close = () => {
    setToHandOver(null)
    setToUndo(null)
  }
  const done = () => {
    if (toHandOver?.documents.kind === 'filtered') setDownloaded(null)
    selection.clear()
  }
  return (
    <>
      <ListPage
        title={m.invoices()}
        subtitle={m.invoicesLead()}
        actions={<ZipButton list={filter} onDownload={setDownloaded} />}
        tabs={<StaffMoneyTabs />}
        intro={<PlatformNote />}
        address={address}
        label={m.searchInvoices()}
        placeholder={m.searchByPartner()}
        csv={{ path: '/invoices.csv', query: filter }}
        columns={columns}
        query={query}
        filters={<ListFilters address={address} filters={filters} period={m.issuedOn()} />}
      >
        {downloaded && <DownloadedBar zip={downloaded} onHandOver={setToHandOver} onClear={() => setDownloaded(null)} />}
        <InvoiceTable
          label={m.invoices()}
          documents={documents}
          columns={columns}
          selection={selection}
          bulkActions={(selected) => (
            <HandoverBar selection={selected} onHandOver={setToHandOver} onUndo={setToUndo} onClear={selection.clear} />
          )}
          emptyText={m.noInvoicesYet()}
        />
      </ListPage>
      {toHandOver && <HandoverDialog {...toHandOver} onDone={done} onClose={close} />}
      {toUndo && <UndoHandoverDialog rows={toUndo} onDone={done} onClose={close} />}
      <Suspense>
        {statusInvoice && <PlatformStatusDialog document={statusInvoice} onClose={() => setStatusInvoice(null)} />}
      </Suspense>
    </>
  )
}
