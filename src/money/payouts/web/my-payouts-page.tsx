import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { formerFilters } from '#accounts/people/web/former-filter.ts'
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
import { m } from '../messages/messages.ts'
import { nextPayoutQuery, payoutSummaryQuery, payoutsQuery } from './data.ts'
import { MoneyLines } from './money-lines.tsx'
import { ownPayoutColumns } from './payout-columns.tsx'

const PayoutDrawer = lazy(() => import('./payout-drawer.tsx'))

const filters = [{ name: 'state', label: m.state(), all: m.allStates(), options: optionsOf(payoutStates, payoutStateLabels) }]

const filterNames = ['state', 'partner', ...periodNames] as const

/** What the next run will bring, as things are today; nothing if there is nothing. */
function InPreparation() {
  const next = useQuery(nextPayoutQuery)
  if (!next.data || next.data.lines.length + next.data.leftOut.length === 0) return null
  const { lines, leftOut, netCents, minimumCents, blocks } = next.data
  const note =
    netCents <= 0
      ? m.moreTakenBack()
      : netCents < minimumCents
        ? m.belowOwnMinimum({ minimumCents: formatEurosExact(minimumCents) })
        : m.inNextStatement()
  return (
    <section className="surface" aria-label={m.inPreparation()} style={{ padding: 16, marginBottom: 24 }}>
      <Title order={2} fz={18}>
        {m.inPreparationSum({
          sum: formatEurosExact(netCents),
          b: (parts) => (
            <span key="sum" className="figure">
              {parts}
            </span>
          ),
        })}
      </Title>
      <SoftText>{blocks.length > 0 ? blocks.join(m.blockSeparator()) : note}</SoftText>
      <MoneyLines
        label={m.commissionsInPreparation()}
        lines={[
          ...lines.map(({ commissionId, client, kind, amountCents }) => ({
            key: commissionId,
            name: client,
            note: kind === 'clawback' ? m.takenBack() : undefined,
            amountCents,
          })),
          ...leftOut.map(({ commissionId, client, reason, amountCents }) => ({
            key: commissionId,
            name: client,
            note: m.heldBecause({ reason }),
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
  const list = {
    state: address.pick('state', payoutStates),
    partnerId: address.get('partner'),
    search: address.search || undefined,
    ...address.period,
  }
  const sorting = address.sorting(payoutSorts, '-date')
  const payouts = useInfiniteQuery(payoutsQuery({ ...list, sort: sorting.by }))
  const summary = useQuery(payoutSummaryQuery(list))
  const record = useRecordInAddress('payout')
  const columns = useMemo(() => ownPayoutColumns(record.open), [record.open])
  const former = summary.data?.former
  const allFilters = useMemo(() => [...filters, ...formerFilters(former)], [former])
  const total = summary.data?.byState.reduce((sum, each) => sum + each.totalCents, 0)
  return (
    <>
      <ListPage
        title={m.payouts()}
        subtitle={m.ownPayoutsLead()}
        tabs={<PartnerMoneyTabs />}
        intro={
          <>
            {list.partnerId === undefined && <InPreparation />}
            <OwnCertificates />
          </>
        }
        address={address}
        label={m.searchPayouts()}
        placeholder={m.searchByReference()}
        csv={{ path: '/payouts.csv', query: list }}
        columns={columns}
        sorting={sorting}
        query={payouts}
        filters={<ListFilters address={address} filters={allFilters} period={m.issuedOn()} />}
      >
        <ListTable
          label={m.yourPayouts()}
          address={address}
          query={payouts}
          columns={columns}
          sorting={sorting}
          empty={<EmptyState title={m.noPayoutsYet()} text={m.noOwnPayoutsYet()} />}
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
      <Suspense>{record.id && <PayoutDrawer key={record.id} id={record.id} onClose={record.close} />}</Suspense>
    </>
  )
}
