import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formerFilters } from '#accounts/people/web/former-filter.ts'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type Commission, commissionList } from '../api/commissions.ts'
import { commissionStats, paymentTerm } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { statusChip } from './commission-columns.tsx'
import { commissionSummaryQuery, commissionsQuery, currentRow } from './data.ts'
import { PartnerMoneyTabs } from './money-tabs.tsx'
import { ownColumns } from './own-columns.tsx'
import { WhyDialog } from './why-dialog.tsx'

/** The partner's commissions with their calculation. */
export function Component() {
  const { address, filter, filters } = useList(commissionList, { status: statusChip, partnerId: 'partner' })
  const sorting = address.sorting(commissionList)
  const summary = useQuery(commissionSummaryQuery({ partnerId: filter.partnerId }))
  const listSummary = useQuery(commissionSummaryQuery(filter))
  const query = useInfiniteQuery(commissionsQuery({ ...filter, sort: sorting.by }))
  const [contested, setContested] = useState<Commission | null>(null)
  const columns = useMemo(() => ownColumns(setContested), [])
  const table = { address, query, columns, sorting }
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
        {...table}
        label={m.searchCommissions()}
        placeholder={m.searchByLead()}
        csv={{ path: '/commissions.csv', query: filter }}
        filters={
          <ListFilters address={address} filters={[...filters, ...formerFilters(summary.data?.former)]} period={m.created()} />
        }
      >
        <ListTable
          {...table}
          label={m.commissionHistory()}
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
      {contested && <WhyDialog commission={currentRow(query.data, contested)} onClose={() => setContested(null)} />}
    </>
  )
}
