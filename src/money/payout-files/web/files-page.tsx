import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { BankAnswerButton } from '#money/bank-answers/web/answer-button.tsx'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { type PayoutFile, payoutFileSorts } from '../api.ts'
import { payoutFilesQuery } from './data.ts'
import { FileStateCell } from './file-state.tsx'
import { PayoutViews } from './payout-views.tsx'

const FileDrawer = lazy(() => import('./file-drawer.tsx'))

const columnsFor = (onOpen: (id: string) => void): readonly Column<PayoutFile>[] => [
  {
    key: 'reference',
    label: 'Reference',
    sort: 'reference',
    card: 'title',
    figure: true,
    cell: ({ reference }) => <Reference value={reference} />,
  },
  {
    key: 'date',
    label: 'Made',
    sort: 'date',
    descendingFirst: true,
    cell: ({ createdAt, createdBy }) => (
      <>
        <p className="cell-main figure">{shortDate(createdAt)}</p>
        <p className="cell-note">by {nameOf(createdBy)}</p>
      </>
    ),
  },
  {
    key: 'executed',
    label: 'Executed on',
    cell: ({ executeOn, format, instant }) => (
      <>
        <p className="cell-main figure">{shortDate(`${executeOn}T12:00:00Z`)}</p>
        <p className="cell-note figure">{instant ? `${format}, instant` : format}</p>
      </>
    ),
  },
  {
    key: 'amount',
    label: 'Total',
    sort: 'amount',
    align: 'end',
    cell: ({ totalCents, lineCount }) => (
      <>
        <p className="cell-main figure">{formatEurosExact(totalCents)}</p>
        <p className="cell-note figure">{lineCount === 1 ? '1 transfer' : `${lineCount} transfers`}</p>
      </>
    ),
  },
  { key: 'state', label: 'State', cell: (file) => <FileStateCell file={file} /> },
  {
    key: 'actions',
    label: 'Actions',
    align: 'end',
    card: 'actions',
    cell: ({ id, reference }) => (
      <div className="row-actions">
        <RowButton look="default" data-opens onClick={() => onOpen(id)} aria-label={`Details of ${reference}`}>
          Details
        </RowButton>
      </div>
    ),
  },
]

/** Files for the provider's bank, and what became of their transfers. */
export function Component() {
  const address = useListAddress(periodNames)
  const sorting = address.sorting(payoutFileSorts, '-date')
  const files = useInfiniteQuery(payoutFilesQuery({ search: address.search || undefined, ...address.period, sort: sorting.by }))
  const record = useRecordInAddress('file')
  const columns = useMemo(() => columnsFor(record.open), [record.open])
  return (
    <>
      <ListPage
        title="Bank files"
        subtitle="Files for the bank, and what became of their transfers"
        actions={
          <WithRight right="money" explained>
            <BankAnswerButton />
          </WithRight>
        }
        tabs={<StaffMoneyTabs />}
        intro={<PayoutViews />}
        address={address}
        label="Search files"
        placeholder="Search by reference, statement or partner"
        filters={<ListFilters address={address} period="Made" />}
        columns={columns}
        query={files}
      >
        <ListTable
          label="Bank files"
          address={address}
          query={files}
          columns={columns}
          sorting={sorting}
          empty={
            <EmptyState title="No bank file yet" text="A file carries approved payouts to the bank: make one from the payouts." />
          }
        />
      </ListPage>
      <Suspense>{record.id && <FileDrawer key={record.id} id={record.id} onClose={record.close} />}</Suspense>
    </>
  )
}
