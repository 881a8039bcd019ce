import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { payoutFilesQuery } from '#money/payout-files/web/data.ts'
import { FileBar } from '#money/payout-files/web/file-bar.tsx'
import { payoutInvoiceLabels, payoutInvoiceStates } from '#money/uploaded-invoices/domain.ts'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { type ListAddress, periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters, optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { type SelectionRules, useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { type Payout, payoutSorts } from '../api/payouts.ts'
import { type PayoutState, payoutStateLabels, payoutStates, payoutWaitLabels, payoutWaits } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { payoutSummaryQuery, payoutsQuery, runsQuery } from './data.ts'
import { PayPayoutsDialog } from './pay-payouts-dialog.tsx'
import { PayoutBulkBar } from './payout-bulk-bar.tsx'
import { PayoutButtons } from './payout-buttons.tsx'
import { staffPayoutColumns } from './payout-columns.tsx'
import { RunBar } from './run-bar.tsx'

const PayoutDrawer = lazy(() => import('./payout-drawer.tsx'))
const FileDrawer = lazy(() => import('#money/payout-files/web/file-drawer.tsx'))
const BankFileDrawer = lazy(() => import('#money/payout-files/web/bank-file-drawer.tsx'))

const filterNames = ['state', 'waits', 'run', 'in-file', 'partner', 'invoice', ...periodNames] as const
const stateFilter = { name: 'state', label: m.state(), all: m.allStates(), options: optionsOf(payoutStates, payoutStateLabels) }

const waitsFilter = {
  name: 'waits',
  label: m.waitsFor(),
  all: m.allWaits(),
  options: optionsOf(payoutWaits, payoutWaitLabels),
}

const invoiceFilter = {
  name: 'invoice',
  label: m.invoice(),
  all: m.allInvoices(),
  options: optionsOf(payoutInvoiceStates, payoutInvoiceLabels),
}

const selectionRules: SelectionRules<Payout> = {
  isSelectable: ({ can }) => can.approve || can.pay,
  rowLabel: ({ reference, totalCents }) => m.chooseRow({ reference, totalCents: formatEurosExact(totalCents) }),
  allLabel: m.chooseAllShown(),
}

/** How much waits for whom. */
function Sums({ address }: { address: ListAddress }) {
  const summary = useQuery(payoutSummaryQuery())
  const sumOf = (...states: readonly PayoutState[]) =>
    summary.data?.byState.filter(({ state }) => states.includes(state)).reduce((sum, each) => sum + each.totalCents, 0)
  const euros = (cents: number | undefined) => (cents === undefined ? undefined : formatEuros(cents))
  return (
    <Figures address={address} failed={summary.isError && !summary.data}>
      <Figure label={m.issued()} value={euros(sumOf('issued'))} hint={m.waitingForPartners()} filter={['state', 'issued']} />
      <Figure
        label={m.accepted()}
        value={euros(sumOf('accepted'))}
        hint={m.toBeApproved()}
        tone="todo"
        filter={['state', 'accepted']}
      />
      <Figure
        label={m.onTheirWay()}
        value={euros(sumOf('approved', 'sent', 'rejected'))}
        hint={m.approvedSentOrReturned()}
        tone="todo"
      />
      <Figure
        label={m.paid()}
        value={euros(sumOf('paid'))}
        hint={m.receivedByPartners()}
        tone="received"
        filter={['state', 'paid']}
      />
    </Figures>
  )
}

/** The filters of the list, with the newest runs and bank files to choose from. */
function usePayoutFilters() {
  const runs = useQuery(runsQuery)
  const files = useQuery(payoutFilesQuery)
  const partnerFilter = usePartnerFilter()
  const runOptions = (runs.data?.items ?? []).map(({ id, issuedAt, totalCents }) => ({
    value: id,
    label: m.runOf({ issuedAt: shortDate(issuedAt), totalCents: formatEurosExact(totalCents) }),
  }))
  const fileOptions = (files.data?.items ?? []).map(({ id, reference, totalCents }) => ({
    value: id,
    label: `${reference}, ${formatEurosExact(totalCents)}`,
  }))
  return [
    stateFilter,
    waitsFilter,
    { name: 'run', label: m.run(), all: m.allRuns(), options: runOptions },
    { name: 'in-file', label: m.bankFile(), all: m.allBankFiles(), options: fileOptions },
    invoiceFilter,
    partnerFilter,
  ]
}

/** Everybody's payouts: from the run to the bank. */
export function Component() {
  const address = useListAddress(filterNames)
  const list = {
    state: address.pick('state', payoutStates),
    runId: address.get('run'),
    fileId: address.get('in-file'),
    partnerId: address.get('partner'),
    waits: address.pick('waits', payoutWaits),
    invoice: address.pick('invoice', payoutInvoiceStates),
    search: address.search || undefined,
    ...address.period,
  }
  const sorting = address.sorting(payoutSorts, '-date')
  const listSummary = useQuery(payoutSummaryQuery(list))
  const payouts = useInfiniteQuery(payoutsQuery({ ...list, sort: sorting.by }))
  const filters = usePayoutFilters()
  const selection = useRowSelection(selectionRules)
  const record = useRecordInAddress('payout')
  const file = useRecordInAddress('file')
  const [batch, setBatch] = useState<{ step: 'approve' | 'pay'; payouts: readonly Payout[] } | null>(null)
  const columns = useMemo(
    () => staffPayoutColumns(record.open, file.open, (step, row) => setBatch({ step, payouts: [row] })),
    [record.open, file.open],
  )
  const [sending, setSending] = useState<string[] | null>(null)
  const closeDialog = () => {
    setBatch(null)
    selection.clear()
  }
  const total = listSummary.data?.byState.reduce((sum, each) => sum + each.totalCents, 0)
  return (
    <>
      <ListPage
        title={m.payouts()}
        subtitle={m.payoutsLead()}
        actions={<PayoutButtons runId={list.runId} onIssued={(runId) => address.set('run', runId)} />}
        tabs={<StaffMoneyTabs />}
        intro={<Sums address={address} />}
        address={address}
        label={m.searchPayouts()}
        placeholder={m.searchByPartner()}
        csv={{ path: '/payouts.csv', query: list }}
        columns={columns}
        sorting={sorting}
        query={payouts}
        filters={<ListFilters address={address} filters={filters} period={m.issuedOn()} />}
      >
        {list.runId && <RunBar runId={list.runId} onAsk={setBatch} onFile={setSending} />}
        {list.fileId && <FileBar fileId={list.fileId} onOpen={file.open} />}
        <ListTable
          label={m.allPayouts()}
          address={address}
          query={payouts}
          columns={columns}
          sorting={sorting}
          selection={selection}
          bulkActions={(payoutRows) => (
            <PayoutBulkBar selection={payoutRows} onAsk={setBatch} onFile={setSending} onClear={selection.clear} />
          )}
          empty={<EmptyState title={m.noPayoutsYet()} text={m.noRunYet()} />}
          totals={
            total === undefined
              ? undefined
              : {
                  label: address.filtered ? m.totalOfThese() : m.total(),
                  values: { amount: <strong className="figure">{formatEurosExact(total)}</strong> },
                }
          }
        />
      </ListPage>
      {batch?.step === 'pay' && <PayPayoutsDialog payouts={batch.payouts} onClose={closeDialog} />}
      {batch?.step === 'approve' && <ApproveDialog payouts={batch.payouts} onFile={setSending} onClose={closeDialog} />}
      <Suspense>
        {record.id && <PayoutDrawer key={record.id} id={record.id} onClose={record.close} />}
        {file.id && <FileDrawer key={file.id} id={file.id} onClose={file.close} />}
        {sending && <BankFileDrawer selection={{ ids: sending }} onClose={() => setSending(null)} />}
      </Suspense>
    </>
  )
}
