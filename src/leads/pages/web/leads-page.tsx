import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { ImportLink } from '#access/web/import-link.tsx'
import { useAbility } from '#access/web/rights.ts'
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
import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import { useColleagueFilter } from '#partners/team/web/colleague-filter.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { useIdle } from '#platform/web/ui/idle.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { periodNames, useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { NoResult } from '#platform/web/ui/tables/list-tools.tsx'
import { m } from '../messages/messages.ts'
import { Board } from './board/board.tsx'
import { boardQuery, showsCards, sumsOf } from './board/board-query.ts'
import { useLeadFilter } from './lead-filter.ts'

const loadForm = async () => ({ default: (await import('./form/lead-form-dialog.tsx')).LeadFormDialog })
const LeadFormDialog = lazy(loadForm)
const QueuedLeads = lazy(() => import('./queue/queued-leads.tsx'))

const all = {}
const filterNames = ['status', 'person', 'offer', 'stale', ...periodNames] as const
/** What is counted as a call: `leadStats` counts the same. */
const isCalled = ({ key, countsAsCall }: ReadableStage) => countsAsCall || key === wonStage

const statusFilter = (stages: Stages) => ({
  name: 'status',
  label: m.stage(),
  all: m.allStages(),
  options: onBoard(stages).map(({ key, name }) => ({ value: key, label: name })),
})
/** Values of `?add=` that open the form of a new lead: by hand, or for what another app has shared. */
const additions: ReadonlySet<string | null> = new Set(['lead', 'shared'])

const OwnLinkDialog = lazy(() => import('#leads/introductions/web/own-link-dialog.tsx'))

/** A filtered board is read by its own component. */
export const prefetch = {
  board: async () => (location.search ? undefined : queryClient.prefetchQuery(boardQuery(all))),
  leadSettings: () => queryClient.prefetchQuery(leadSettingsQuery),
}

/** The board of a partner's own leads. */
export function Component() {
  const addition = useRecordInAddress('add')
  const isIdle = useIdle()
  const hasLink = useAbility('all_leads')
  useEffect(() => {
    // Without a network the form could not be loaded when it is needed.
    if (isIdle) void Promise.all([loadForm(), import('./form/contact-import.tsx')]).catch(() => null)
  }, [isIdle])
  const address = useListAddress([...filterNames, ...useFieldParameters()])
  const colleagues = useColleagueFilter()
  const { stages, offers, status, filter, fieldFilters } = useLeadFilter(address, { typedBy: address.get('person') })
  const summary = useQuery({ ...boardQuery(all), select: sumsOf })
  const sums = useQuery({ ...boardQuery(filter), select: sumsOf })
  const leadCount = sums.data?.reduce((sum, { count }) => sum + count, 0)
  // Sums count a shared lead once, for the partner who brought it: others see a card of it.
  const hasCards = useQuery({ ...boardQuery(filter), select: showsCards }).data
  const isSearching = sums.isFetching && (sums.isPending || sums.isPlaceholderData)
  const stats = summary.data && leadStats(summary.data, onBoard(stages))
  return (
    <>
      <ListPage
        title={m.menuLeads()}
        lang={m.menuLeads.lang}
        subtitle={m.manageOpportunities()}
        subtitleLang={m.manageOpportunities.lang}
        actions={
          <>
            {hasLink && (
              <Button variant="default" onClick={() => addition.open('link')}>
                {m.myLink()}
              </Button>
            )}
            <ImportLink kind="leads" />
            <Button
              lang={m.addLead.lang}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => addition.open('lead')}
            >
              {m.addLead()}
            </Button>
          </>
        }
        intro={
          <Figures address={address} failed={summary.isError && !summary.data}>
            <Figure label={m.leadsAdded()} lang={m.leadsAdded.lang} value={stats?.total} hint={m.allYourLeads()} />
            <Figure
              label={m.callsMade()}
              lang={m.callsMade.lang}
              value={stats?.callsMade}
              hint={m.leadsInStages({ stages: namesOfStages(stages, isCalled, 'disjunction') })}
            />
            <Figure
              label={m.dealsSigned()}
              lang={m.dealsSigned.lang}
              value={stats?.signed}
              hint={m.leadsInStages({ stages: stageName(stages, wonStage) })}
              filter={['status', wonStage]}
            />
            <Figure
              label={m.estimatedRevenue()}
              lang={m.estimatedRevenue.lang}
              value={stats && formatEuros(stats.estimatedRevenueCents)}
              hint={m.allButStages({ stages: namesOfStages(stages, ({ key }) => isLost(key)) })}
            />
          </Figures>
        }
        address={address}
        label={m.searchOwnLeads()}
        placeholder={m.searchOwnHint()}
        clear={m.clearSearch()}
        busy={isSearching}
        csv={{ path: '/leads.csv', query: { ...filter, status } }}
        filters={
          stats?.total !== 0 && (
            <ListFilters
              address={address}
              filters={[statusFilter(stages), ...colleagues, offerFilter(offers), ...staleFilters(stages), ...fieldFilters]}
              period={m.ownCreated()}
            />
          )
        }
      >
        <Suspense>{isIdle && <QueuedLeads />}</Suspense>
        {stats?.total === 0 && !hasCards && (
          <EmptyState
            title={m.pipelineBegins()}
            text={m.pipelineBeginsText({ first: onBoard(stages)[0]?.name ?? '', won: stageName(stages, wonStage) })}
          >
            <Button onClick={() => addition.open('lead')}>{m.addFirstLead()}</Button>
          </EmptyState>
        )}
        {leadCount === 0 && !hasCards && address.filtered ? (
          <NoResult address={address} title={m.noLeadFound()} clear={m.clearSearch()} />
        ) : (
          <Board filter={filter} {...(status ? { only: status } : {})} />
        )}
      </ListPage>
      <Suspense>
        {additions.has(addition.id) && (
          <LeadFormDialog use="partnerAdd" lead={null} isShared={addition.id === 'shared'} onClose={addition.close} />
        )}
        {addition.id === 'link' && hasLink && <OwnLinkDialog onClose={addition.close} />}
      </Suspense>
    </>
  )
}
