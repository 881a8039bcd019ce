import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formerFilters } from '#accounts/people/web/former-filter.ts'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters, optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { type Commission, commissionSorts } from '../api/commissions.ts'
import { commissionStats, commissionStatuses, commissionStatusLabels, paymentTerm } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { commissionSummaryQuery, commissionsQuery, currentRow } from './data.ts'
import { PartnerMoneyTabs } from './money-tabs.tsx'
import { ownColumns } from './own-columns.tsx'
import { WhyDialog } from './why-dialog.tsx'

const filters = [
  { name: 'status', label: m.menuStatus(), all: m.allStatuses(), options: optionsOf(commissionStatuses, commissionStatusLabels) },
]
const filterNames = [...filters.map(({ name }) => name), 'partner', ...periodNames]

/** The partner's commissions with their calculation. */
export function Component() {
  const address = useListAddress(filterNames)
  const list = {
    status: address.pick('status', commissionStatuses),
    partnerId: address.get('partner'),
    search: address.search || undefined,
    ...address.period,
  }
  const sorting = address.sorting(commissionSorts, '-date')
  const summary = useQuery(commissionSummaryQuery({ partnerId: list.partnerId }))
  const listSummary = useQuery(commissionSummaryQuery(list))
  const commissions = useInfiniteQuery(commissionsQuery({ ...list, sort: sorting.by }))
  const [contested, setContested] = useState<Commission | null>(null)
  const columns = useMemo(() => ownColumns(setContested), [])
  const former = summary.data?.former
  const allFilters = useMemo(() => [...filters, ...formerFilters(former)], [former])
  const stats = summary.data && commissionStats(summary.data.byStatus)
  const total = listSummary.data && commissionStats(listSummary.data.byStatus)
  const revenueCents = listSummary.data?.byStatus.reduce((sum, each) => sum + each.revenueCents, 0) ?? 0
  return (
    <>
      <ListPage
        title={m.menuCommissions()}
        lang={m.menuCommissions.lang}
        subtitle={m.commissionsLead()}
        tabs={<PartnerMoneyTabs />}
        intro={
          <>
            <Figures address={address} failed={summary.isError && !summary.data}>
              <Figure
                label={m.validatedSum()}
                lang={m.validatedSum.lang}
                value={stats && formatEuros(stats.validatedCents)}
                hint={m.confirmedNotPaid()}
                filter={['status', 'valide']}
              />
              <Figure
                label={m.specifiedPending()}
                lang={m.specifiedPending.lang}
                value={stats && formatEuros(stats.pendingCents)}
                hint={m.waitingForValidation()}
                filter={['status', 'en_attente']}
              />
              <Figure
                label={m.totalPaid()}
                lang={m.totalPaid.lang}
                value={stats && formatEuros(stats.paidCents)}
                hint={m.moneyReceived()}
                tone="received"
                filter={['status', 'paye']}
              />
            </Figures>
            <SoftText lang={m.paymentTerm.lang} mb={8}>
              {paymentTerm}
            </SoftText>
          </>
        }
        address={address}
        label={m.searchCommissions()}
        placeholder={m.searchByLead()}
        csv={{ path: '/commissions.csv', query: list }}
        columns={columns}
        sorting={sorting}
        query={commissions}
        filters={<ListFilters address={address} filters={allFilters} period={m.created()} />}
      >
        <ListTable
          label={m.commissionHistory()}
          address={address}
          query={commissions}
          columns={columns}
          sorting={sorting}
          empty={<EmptyState title={m.noCommissions()} lang={m.noCommissions.lang} text={m.noCommissionsOwn()} />}
          totals={
            total && {
              label: address.filtered ? m.totalOfThese() : m.total(),
              values: {
                revenue: formatEurosExact(revenueCents),
                amount: <strong className="figure">{formatEurosExact(total.totalCents)}</strong>,
              },
            }
          }
        />
      </ListPage>
      {contested && <WhyDialog commission={currentRow(commissions.data, contested)} onClose={() => setContested(null)} />}
    </>
  )
}
