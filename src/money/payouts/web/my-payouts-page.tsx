import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { OwnCertificates } from '#money/tax-year/web/own-certificates.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters, optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { payoutSorts } from '../api/payouts.ts'
import { payoutStateLabels, payoutStates } from '../domain/payouts.ts'
import { nextPayoutQuery, payoutSummaryQuery, payoutsQuery } from './data.ts'
import { MoneyLines } from './money-lines.tsx'
import { ownPayoutColumns } from './payout-columns.tsx'

const PayoutDrawer = lazy(() => import('./payout-drawer.tsx'))

const filters = [{ name: 'state', label: 'State', all: 'All states', options: optionsOf(payoutStates, payoutStateLabels) }]

const filterNames = ['state', ...periodNames] as const

/** What the next run will bring, as things are today; nothing if there is nothing. */
function InPreparation() {
  const next = useQuery(nextPayoutQuery)
  if (!next.data || next.data.lines.length + next.data.leftOut.length === 0) return null
  const { lines, leftOut, netCents, minimumCents, blocks } = next.data
  const note =
    netCents <= 0
      ? 'What was taken back is more than what is payable: the balance is carried over.'
      : netCents < minimumCents
        ? `Payouts are made from ${formatEurosExact(minimumCents)} on: the balance is carried over.`
        : 'It will be in the next statement.'
  return (
    <section className="surface" aria-label="In preparation" style={{ padding: 16, marginBottom: 24 }}>
      <Title order={2} fz={18}>
        In preparation: <span className="figure">{formatEurosExact(netCents)}</span>
      </Title>
      <SoftText>{blocks.length > 0 ? <span lang="fr">{blocks.join(' ; ')}</span> : note}</SoftText>
      <MoneyLines
        label="Commissions in preparation"
        lines={[
          ...lines.map(({ commissionId, client, kind, amountCents }) => ({
            key: commissionId,
            name: client,
            note: kind === 'clawback' ? 'Taken back' : undefined,
            amountCents,
          })),
          ...leftOut.map(({ commissionId, client, reason, amountCents }) => ({
            key: commissionId,
            name: client,
            note: `Held: ${reason}`,
            amountCents,
          })),
        ]}
      />
    </section>
  )
}

/** The partner's payouts: what is coming, what was sent, what was paid. */
export function Component() {
  const address = useListAddress(filterNames)
  const list = { state: address.pick('state', payoutStates), search: address.search || undefined, ...address.period }
  const sorting = address.sorting(payoutSorts, '-date')
  const payouts = useInfiniteQuery(payoutsQuery({ ...list, sort: sorting.by }))
  const summary = useQuery(payoutSummaryQuery(list))
  const record = useRecordInAddress('payout')
  const columns = useMemo(() => ownPayoutColumns(record.open), [record.open])
  const total = summary.data?.byState.reduce((sum, each) => sum + each.totalCents, 0)
  return (
    <>
      <ListPage
        title="Payouts"
        subtitle="What is on its way to you, and what you have received"
        tabs={<PartnerMoneyTabs />}
        intro={
          <>
            <InPreparation />
            <OwnCertificates />
          </>
        }
        address={address}
        label="Search payouts"
        placeholder="Search by reference"
        csv={{ path: '/payouts.csv', query: list }}
        columns={columns}
        sorting={sorting}
        query={payouts}
        filters={<ListFilters address={address} filters={filters} period="Issued" />}
      >
        <ListTable
          label="Your payouts"
          address={address}
          query={payouts}
          columns={columns}
          sorting={sorting}
          empty={<EmptyState title="No payouts yet" text="Once commissions are payable, you get a statement to accept." />}
          totals={
            total === undefined
              ? undefined
              : {
                  label: address.filtered ? 'Total of these' : 'Total',
                  values: { amount: <strong className="figure">{formatEurosExact(total)}</strong> },
                }
          }
        />
      </ListPage>
      <Suspense>{record.id && <PayoutDrawer key={record.id} id={record.id} onClose={record.close} />}</Suspense>
    </>
  )
}
