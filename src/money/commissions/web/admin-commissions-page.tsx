import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useInUse } from '#access/web/rights.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { TiersButton } from '#money/tiers/web/tiers-button.tsx'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type Commission, commissionList } from '../api/commissions.ts'
import { type CommissionWait, commissionStats, commissionWaitLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { AddCommissionDialog } from './add-commission-dialog.tsx'
import { CommissionBar } from './bulk-bar.tsx'
import { statusChip } from './commission-columns.tsx'
import { CommissionDialogs } from './commission-dialogs.tsx'
import type { CommissionDialog } from './commission-row-actions.tsx'
import { commissionSummaryQuery, commissionsQuery, currentRow } from './data.ts'
import { StaffMoneyTabs } from './money-tabs.tsx'
import { staffColumns, staffSelection } from './staff-columns.tsx'

/** Whoever filters by these looks at the days of payment. */
const isOfPayment: ReadonlySet<CommissionWait> = new Set(['payment', 'due', 'overdue'])

const chips = {
  status: statusChip,
  waits: { label: m.stage(), all: m.allStages(), labels: commissionWaitLabels },
  disputed: { label: m.disputes(), all: m.disputedOrNot(), labels: { yes: m.disputedChoice() } },
}

/** The amounts by status; each shows its commissions. */
function Sums({ address }: { address: ListAddress }) {
  const summary = useQuery(commissionSummaryQuery({}))
  const stats = summary.data && commissionStats(summary.data.byStatus)
  return (
    <Figures address={address} failed={summary.isError && !summary.data}>
      <Figure label={m.total()} value={stats && formatEuros(stats.totalCents)} hint={m.allCommissionsHint()} />
      <Figure
        label={m.validatedSum()}
        lang={m.validatedSum.lang}
        value={stats && formatEuros(stats.validatedCents)}
        hint={m.toBePaid()}
        tone="todo"
        filter={['status', 'valide']}
      />
      <Figure
        label={m.specifiedPending()}
        lang={m.specifiedPending.lang}
        value={stats && formatEuros(stats.pendingCents)}
        hint={m.amountToValidate()}
        tone="todo"
        filter={['status', 'en_attente']}
      />
      <Figure
        label={m.specifiedPending()}
        lang={m.specifiedPending.lang}
        value={stats?.pendingCount}
        hint={m.commissionsToValidate()}
        filter={['status', 'en_attente']}
      />
      <Figure
        label={m.paidSum()}
        lang={m.paidSum.lang}
        value={stats && formatEuros(stats.paidCents)}
        hint={m.paidToPartners()}
        tone="received"
        filter={['status', 'paye']}
      />
      <Figure
        label={m.activePartners()}
        lang={m.activePartners.lang}
        value={summary.data?.activePartners}
        hint={m.withOneCommission()}
      />
    </Figures>
  )
}

/** Every partner's commissions: staff validate them, then mark them paid. */
export function Component() {
  const { address, filter, filters } = useList(commissionList, { ...chips, partnerId: usePartnerFilter() })
  const sorting = address.sorting(commissionList)
  const listSummary = useQuery(commissionSummaryQuery(filter))
  const query = useInfiniteQuery(commissionsQuery({ ...filter, sort: sorting.by }))
  const selection = useRowSelection(staffSelection)
  const hasPayouts = useInUse('adminPayouts')
  const [adding, setAdding] = useKeptOpen<true>('commissions', () => 'commission')
  useOpenedByAddress('commission', 'money', () => setAdding(true))
  const [open, setOpen] = useKeptOpen<{ dialog: CommissionDialog; row: Commission }>('commission', ({ dialog, row }) =>
    dialog === 'correct' ? `commission ${row.id}` : '',
  )
  const unpaid = filter.status === 'valide' || (filter.waits !== undefined && isOfPayment.has(filter.waits))
  const columns = useMemo(() => staffColumns((dialog, row) => setOpen({ dialog, row }), unpaid), [setOpen, unpaid])
  const total = listSummary.data && commissionStats(listSummary.data.byStatus)
  const table = { address, query, columns, sorting }
  return (
    <>
      <ListPage
        title={m.globalCommissions()}
        lang={m.globalCommissions.lang}
        name="Commissions"
        subtitle={m.globalCommissionsLead()}
        actions={
          <>
            <TiersButton />
            <WithRight right="money" explained>
              <Button variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
                {m.addCommission()}
              </Button>
              {hasPayouts && (
                <Button component={Link} to={`${pagePaths.adminPayouts}?add=run`}>
                  {m.newRun()}
                </Button>
              )}
            </WithRight>
          </>
        }
        tabs={<StaffMoneyTabs />}
        intro={<Sums address={address} />}
        {...table}
        label={m.searchCommissions()}
        placeholder={m.searchByPartner()}
        csv={{ path: '/commissions.csv', query: filter }}
        filters={<ListFilters address={address} filters={filters} period={m.created()} />}
      >
        <ListTable
          {...table}
          label={m.allCommissions()}
          selection={selection}
          bulkActions={(rows) => <CommissionBar commissions={rows} onClear={selection.clear} />}
          empty={<EmptyState title={m.noCommissions()} text={m.noCommissionsStaff()} />}
          totals={
            total && {
              label: address.filtered ? m.totalOfThese() : m.total(),
              values: { amount: <strong className="figure">{formatEurosExact(total.totalCents)}</strong> },
            }
          }
        />
      </ListPage>
      {adding && <AddCommissionDialog onClose={() => setAdding(null)} />}
      <CommissionDialogs
        dialog={open?.dialog ?? null}
        row={open && currentRow(query.data, open.row)}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
