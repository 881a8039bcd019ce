import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ImportLink } from '#access/web/import-link.tsx'
import { WithRight } from '#access/web/with-right.tsx'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { useFieldParameters } from '#leads/fields/web/field-filters.ts'
import type { ReadableStage } from '#leads/lead-settings/api.ts'
import {
  leadSettingsQuery,
  namesOfStages,
  offerFilter,
  onBoard,
  type Stages,
  stageName,
  staleFilters,
} from '#leads/lead-settings/web/data.ts'
import { leadStats } from '#leads/leads/domain/leads.ts'
import { LeadTabs } from '#leads/leads/web/lead-tabs.tsx'
import { isLost, isOpenStage, lostStages, wonStage } from '#leads/stages/domain/stages.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { NoResult } from '#platform/web/ui/tables/list-tools.tsx'
import { m } from '../messages/messages.ts'
import { Board } from './board/board.tsx'
import { boardQuery, sumsOf } from './board/board-query.ts'
import { useLeadFilter } from './lead-filter.ts'

/** Lazy: a board is seldom filtered by it. */
const DuplicatePairs = lazy(() => import('./duplicate-pairs.tsx'))
const StaffLeadDialog = lazy(async () => ({ default: (await import('./form/staff-lead-dialog.tsx')).StaffLeadDialog }))

const all = {}
/** Values of `?add=` that open the form of a new lead: by hand, or for what another app has shared. */
const additions: ReadonlySet<string | null> = new Set(['lead', 'shared'])
const filterNames = ['partner', 'status', 'offer', 'stale', 'duplicates', ...periodNames] as const
/** What is counted as in progress: `leadStats` counts the same. */
const isInProgress = (stages: Stages) => {
  const [first] = onBoard(stages)
  return ({ key }: ReadableStage) => isOpenStage(key) && key !== first?.key
}

const statusFilter = (stages: Stages) => ({
  name: 'status',
  label: m.status(),
  all: m.allStatuses(),
  options: onBoard(stages).map(({ key, name }) => ({ value: key, label: name })),
  pinned: true,
})
const duplicatesFilter = {
  name: 'duplicates',
  label: m.duplicates(),
  all: m.duplicatesOrNot(),
  options: [{ value: 'yes', label: m.possibleDuplicates() }],
}

/** A filtered board is read by its own component. */
export const prefetch = {
  board: async () => (location.search ? undefined : queryClient.prefetchQuery(boardQuery(all))),
  leadSettings: () => queryClient.prefetchQuery(leadSettingsQuery),
}

/** The board of all leads, with search and filters in the URL. */
export function Component() {
  const address = useListAddress([...filterNames, ...useFieldParameters()])
  const staffFilter = { partnerId: address.get('partner'), duplicates: address.pick('duplicates', ['yes']) }
  const { stages, offers, status, filter, fieldFilters } = useLeadFilter(address, staffFilter)
  const addition = useRecordInAddress('add')
  const summary = useQuery({ ...boardQuery(all), select: sumsOf })
  const partnerFilter = usePartnerFilter()
  const stats = summary.data && leadStats(summary.data, onBoard(stages))
  const lost = onBoard(stages).filter(({ key }) => isLost(key))
  const lostNames = namesOfStages(stages, ({ key }) => isLost(key))
  const sums = useQuery({ ...boardQuery(filter), select: sumsOf })
  const leadCount = sums.data?.reduce((sum, { count }) => sum + count, 0)
  const isSearching = sums.isFetching && (sums.isPending || sums.isPlaceholderData)
  return (
    <>
      <ListPage
        title={m.allLeads()}
        lang={m.allLeads.lang}
        name={m.menuLeads()}
        subtitle={m.everyPipeline()}
        actions={
          <WithRight right="leads" explained>
            <ImportLink kind="leads" />
            <Button
              lang={m.addLead.lang}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => addition.open('lead')}
            >
              {m.addLead()}
            </Button>
          </WithRight>
        }
        tabs={<LeadTabs />}
        intro={
          <Figures address={address} failed={summary.isError && !summary.data}>
            <Figure label={m.totalLeads()} value={stats?.total} hint={m.allPartners()} />
            <Figure label={m.inProgress()} value={stats?.inProgress} hint={namesOfStages(stages, isInProgress(stages))} />
            <Figure
              label={m.dealsSigned()}
              lang={m.dealsSigned.lang}
              value={stats?.signed}
              hint={m.leadsInStages({ stages: stageName(stages, wonStage) })}
              filter={['status', wonStage]}
            />
            <Figure
              label={m.lost()}
              value={stats?.lost}
              hint={m.leadsInStages({ stages: lostNames })}
              {...(lost.length > 1 ? {} : { filter: ['status', lostStages[0]] as const })}
            />
            <Figure
              label={m.estimatedRevenue()}
              lang={m.estimatedRevenue.lang}
              value={stats && formatEuros(stats.estimatedRevenueCents)}
              hint={m.allButStages({ stages: lostNames })}
            />
          </Figures>
        }
        address={address}
        label={m.searchLeads()}
        placeholder={m.searchHint()}
        busy={address.filtered && isSearching}
        csv={{ path: '/leads.csv', query: { ...filter, status } }}
        filters={
          <ListFilters
            address={address}
            filters={[
              { ...partnerFilter, pinned: true },
              statusFilter(stages),
              offerFilter(offers),
              ...staleFilters(stages),
              ...fieldFilters,
              duplicatesFilter,
            ]}
            period={m.created()}
          />
        }
      >
        {leadCount === 0 && address.filtered ? (
          <NoResult address={address} />
        ) : (
          <>
            <Suspense>{staffFilter.duplicates && <DuplicatePairs filter={filter} />}</Suspense>
            <Board filter={filter} showPartner {...(status ? { only: status } : {})} />
          </>
        )}
      </ListPage>
      <Suspense>
        {additions.has(addition.id) && <StaffLeadDialog isShared={addition.id === 'shared'} onClose={addition.close} />}
      </Suspense>
    </>
  )
}
