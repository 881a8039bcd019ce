import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ImportLink } from '#access/web/import-link.tsx'
import { WithRight } from '#access/web/with-right.tsx'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { BankAnswerButton } from '#money/bank-answers/web/answer-button.tsx'
import { type ClientPayment, clientPaymentList } from '#money/client-payments/api/client-payments.ts'
import { clientPaymentColumns } from '#money/client-payments/web/client-payment-columns.tsx'
import { clientPaymentSummaryQuery, clientPaymentsQuery } from '#money/client-payments/web/list-data.ts'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { m } from '../messages/messages.ts'

const RecordDialog = lazy(async () => ({ default: (await import('#money/client-payments/web/record-dialog.tsx')).RecordDialog }))
const RefundDialog = lazy(async () => ({ default: (await import('#money/client-payments/web/refund-dialog.tsx')).RefundDialog }))

const chips = { kind: { label: m.kind(), all: m.allKinds(), labels: { payment: m.payments(), refund: m.refunds() } } }

/** What clients have paid, over all partners. */
export function Component() {
  const { address, filter, filters } = useList(clientPaymentList, { ...chips, partnerId: usePartnerFilter() })
  const sorting = address.sorting(clientPaymentList)
  const summary = useQuery(clientPaymentSummaryQuery({}))
  const listSummary = useQuery(clientPaymentSummaryQuery(filter))
  const query = useInfiniteQuery(clientPaymentsQuery({ ...filter, sort: sorting.by }))
  const [adding, setAdding] = useKeptOpen<true>('client-payments', () => 'client payment ')
  useOpenedByAddress('payment', 'money', () => setAdding(true))
  const [refunding, setRefunding] = useState<ClientPayment | null>(null)
  const columns = useMemo(() => clientPaymentColumns(setRefunding), [])
  const table = { address, query, columns, sorting }
  const { data } = summary
  const total = listSummary.data
  return (
    <>
      <ListPage
        title={m.clientPayments()}
        subtitle={m.clientPaymentsLead()}
        actions={
          <WithRight right="money" explained>
            <BankAnswerButton />
            <ImportLink kind="client_payments" />
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
              {m.addPayment()}
            </Button>
          </WithRight>
        }
        tabs={<StaffMoneyTabs />}
        intro={
          data?.payments === 0 && data.refundedCents === 0 ? null : (
            <Figures address={address} failed={summary.isError && !data}>
              <Figure
                label={m.received()}
                value={data && formatEuros(data.paidCents - data.refundedCents)}
                hint={m.paymentsLessRefunds()}
                tone="received"
              />
              <Figure
                label={m.refunded()}
                value={data && formatEuros(data.refundedCents)}
                hint={m.givenBack()}
                filter={['kind', 'refund']}
              />
              <Figure label={m.payments()} value={data?.payments} hint={m.recordedPayments()} filter={['kind', 'payment']} />
              <Figure label={m.commissions()} value={data && formatEuros(data.commissionCents)} hint={m.broughtPartners()} />
            </Figures>
          )
        }
        {...table}
        label={m.searchPayments()}
        placeholder={m.searchBy()}
        csv={{ path: '/client-payments.csv', query: filter }}
        filters={<ListFilters address={address} filters={filters} period={m.received()} />}
      >
        <ListTable
          {...table}
          label={m.clientPayments()}
          empty={<EmptyState title={m.noPayments()} text={m.noPaymentsHint()} />}
          totals={
            total && {
              label: address.filtered ? m.totalOfPayments() : m.total(),
              values: {
                amount: formatEurosExact(total.paidCents - total.refundedCents),
                commission: <strong className="figure">{formatEurosExact(total.commissionCents)}</strong>,
              },
            }
          }
        />
      </ListPage>
      <Suspense>
        {adding && <RecordDialog onClose={() => setAdding(null)} />}
        {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />}
      </Suspense>
    </>
  )
}
