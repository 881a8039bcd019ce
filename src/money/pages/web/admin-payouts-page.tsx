import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { payoutFilesQuery } from '#money/payout-files/web/data.ts'
import { FileBar } from '#money/payout-files/web/file-bar.tsx'
import { type Payout, payoutList } from '#money/payouts/api/payouts.ts'
import { type PayoutState, payoutStateLabels, payoutWaitLabels } from '#money/payouts/domain/payouts.ts'
import { payoutInvoiceLabels } from '#money/payouts/domain/uploaded-invoices.ts'
import { ApproveDialog } from '#money/payouts/web/approve-dialog.tsx'
import { payoutSummaryQuery, payoutsQuery, runsQuery } from '#money/payouts/web/data.ts'
import { PayPayoutsDialog } from '#money/payouts/web/pay-payouts-dialog.tsx'
import { PayoutBulkBar } from '#money/payouts/web/payout-bulk-bar.tsx'
import { staffPayoutColumns, stateChip } from '#money/payouts/web/payout-columns.tsx'
import { RunBar } from '#money/payouts/web/run-bar.tsx'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { type SelectionRules, useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { m } from '../messages/messages.ts'
import { PayoutButtons } from './payout-buttons.tsx'

const PayoutDrawer = lazy(() => import('#money/payouts/web/payout-drawer.tsx'))
const FileDrawer = lazy(() => import('#money/payout-files/web/file-drawer.tsx'))
const BankFileDrawer = lazy(() => import('#money/payout-files/web/bank-file-drawer.tsx'))

const selectionRules: SelectionRules<Payout> = {
  isSelectable: ({ can }) => can.approve || can.pay,
  rowLabel: ({ reference, totalCents }) => m.chooseRow({ reference, totalCents: formatEurosExact(totalCents) }),
  allLabel: m.chooseAllShown(),
}

/** How much waits for whom. */
function Sums({ address }: { address: ListAddress }) {
  const summary = useQuery(payoutSummaryQuery({}))
  const sumOf = (...states: readonly PayoutState[]) =>
    summary.data?.byState.filter(({ state }) => states.includes(state)).reduce((sum, each) => sum + each.totalCents, 0)
  if (summary.data?.byState.every(({ count }) => count === 0)) return null
  const euros = (cents: number | undefined) => (cents === undefined ? undefined : formatEuros(cents))
  return (
    <Figures address={address} failed={summary.isError && !summary.data}>
      <Figure label={m.issued()} value={euros(sumOf('issued'))} hint={m.waitingForPartners()} filter={['state', 'issued']} />
      <Figure
        label={m.statementAccepted()}
        value={euros(sumOf('accepted'))}
        hint={m.toBeApproved()}
        tone="todo"
        filter={['state', 'accepted']}
      />
      <Figure label={m.onTheirWay()} value={euros(sumOf('approved', 'sent'))} hint={m.approvedOrSent()} tone="todo" />
      {sumOf('rejected') ? (
        <Figure
          label={payoutStateLabels.rejected}
          value={euros(sumOf('rejected'))}
          hint={m.cameBackFromBank()}
          tone="todo"
          filter={['state', 'rejected']}
        />
      ) : null}
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
function usePayoutChips() {
  const runs = useQuery(runsQuery)
  const files = useQuery(payoutFilesQuery)
  const runOptions = (runs.data?.items ?? []).map(({ id, issuedAt, totalCents }) => ({
    value: id,
    label: m.runOf({ issuedAt: shortDate(issuedAt), totalCents: formatEurosExact(totalCents) }),
  }))
  const fileOptions = (files.data?.items ?? []).map(({ id, reference, totalCents }) => ({
    value: id,
    label: `${reference}, ${formatEurosExact(totalCents)}`,
  }))
  return {
    state: stateChip,
    waits: { label: m.waitsFor(), all: m.allWaits(), labels: payoutWaitLabels },
    runId: { name: 'run', label: m.run(), all: m.allRuns(), options: runOptions },
    fileId: { name: 'in-file', label: m.bankFile(), all: m.allBankFiles(), options: fileOptions },
    invoice: { label: m.invoice(), all: m.allInvoices(), labels: payoutInvoiceLabels },
    partnerId: usePartnerFilter(),
  }
}

/** Everybody's payouts: from the run to the bank. */
export function Component() {
  const { address, filter, filters } = useList(payoutList, usePayoutChips())
  const sorting = address.sorting(payoutList)
  const listSummary = useQuery(payoutSummaryQuery(filter))
  const query = useInfiniteQuery(payoutsQuery({ ...filter, sort: sorting.by }))
  const selection = useRowSelection(selectionRules)
  const record = useRecordInAddress('payout')
  const file = useRecordInAddress('file')
  const [batch, setBatch] = useState<{ step: 'approve' | 'pay'; payouts: readonly Payout[] } | null>(null)
  const columns = useMemo(
    () => staffPayoutColumns(record.open, file.open, (step, row) => setBatch({ step, payouts: [row] })),
    [record.open, file.open],
  )
  const table = { address, query, columns, sorting }
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
        actions={<PayoutButtons runId={filter.runId} onIssued={(runId) => address.set('run', runId)} />}
        tabs={<StaffMoneyTabs />}
        intro={<Sums address={address} />}
        {...table}
        label={m.searchPayouts()}
        placeholder={m.searchByPartner()}
        csv={{ path: '/payouts.csv', query: filter }}
        filters={<ListFilters address={address} filters={filters} period={m.issuedOn()} />}
      >
        {filter.runId && <RunBar runId={filter.runId} onAsk={setBatch} onFile={setSending} />}
        {filter.fileId && <FileBar fileId={filter.fileId} onOpen={file.open} />}
        <ListTable
          {...table}
          label={m.allPayouts()}
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
