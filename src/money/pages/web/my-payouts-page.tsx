import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { formerFilters } from '#accounts/people/web/former-filter.ts'
import { OwnCertificates } from '#money/accounting/web/own-certificates.tsx'
import { PartnerMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { payoutList } from '#money/payouts/api/payouts.ts'
import { nextPayoutQuery, payoutSummaryQuery, payoutsQuery } from '#money/payouts/web/data.ts'
import { ownPayoutColumns, stateChip } from '#money/payouts/web/payout-columns.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { m } from '../messages/messages.ts'

const PayoutDrawer = lazy(() => import('#money/payouts/web/payout-drawer.tsx'))

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
  const { address, filter, filters } = useList(payoutList, { state: stateChip, partnerId: 'partner' })
  const sorting = address.sorting(payoutList)
  const query = useInfiniteQuery(payoutsQuery({ ...filter, sort: sorting.by }))
  const summary = useQuery(payoutSummaryQuery(filter))
  const record = useRecordInAddress('payout')
  const columns = useMemo(() => ownPayoutColumns(record.open), [record.open])
  const table = { address, query, columns, sorting }
  const total = summary.data?.byState.reduce((sum, each) => sum + each.totalCents, 0)
  return (
    <>
      <ListPage
        title={m.payouts()}
        subtitle={m.ownPayoutsLead()}
        tabs={<PartnerMoneyTabs />}
        intro={
          <>
            {filter.partnerId === undefined && <InPreparation />}
            <OwnCertificates />
          </>
        }
        {...table}
        label={m.searchPayouts()}
        placeholder={m.searchByReference()}
        csv={{ path: '/payouts.csv', query: filter }}
        filters={
          <ListFilters address={address} filters={[...filters, ...formerFilters(summary.data?.former)]} period={m.issuedOn()} />
        }
      >
        <ListTable
          {...table}
          label={m.yourPayouts()}
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
