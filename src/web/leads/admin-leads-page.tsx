import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { leadStats, leadStatuses, leadStatusLabels, offerLabelsForAdmins } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { useAddInAddress } from '../app/add-in-address.ts'
import { partnerNamesQuery } from '../partners/data.ts'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilter } from '../ui/list-filter.tsx'
import { ListTools, NoResult } from '../ui/list-tools.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { Board } from './board/board.tsx'
import { readBoard, summaryQuery } from './data.ts'
import { ImportButton } from './import/import-button.tsx'

const LeadFormDialog = lazy(async () => ({ default: (await import('./form/lead-form-dialog.tsx')).LeadFormDialog }))

const all = {}
const filters = ['partner', 'status', 'duplicates'] as const

/** Prefetches only the unfiltered board. */
export const prefetch = () => (location.search ? [] : readBoard(all))

/** The board of all leads, with search and filters in the URL. */
export function Component() {
  const address = useListAddress(filters)
  const [adding, setAdding] = useAddInAddress('lead')
  const summary = useQuery(summaryQuery(all))
  const names = useQuery(partnerNamesQuery)
  const stats = summary.data && leadStats(summary.data.byStatus)
  const { search } = address
  const partnerId = address.get('partner')
  const status = address.pick('status', leadStatuses)
  const duplicates = address.pick('duplicates', ['yes'])
  const filter = useMemo(
    () => ({ ...(search ? { search } : {}), ...(partnerId ? { partnerId } : {}), ...(duplicates ? { duplicates } : {}) }),
    [search, partnerId, duplicates],
  )
  const partners = useMemo(() => (names.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })), [names.data])
  const { data: shown } = useQuery(summaryQuery(filter))
  const found = shown?.byStatus.reduce((sum, { count }) => sum + count, 0)
  const isSearching = useIsFetching({ queryKey: summaryQuery(filter).queryKey, predicate: ({ state }) => !state.data }) > 0
  return (
    <>
      <PageHeader title="All Leads" subtitle="Every partner's pipeline">
        <ImportButton as="admin">Import</ImportButton>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add Lead
        </Button>
      </PageHeader>
      <StatCards columns={5} failed={summary.isError && !summary.data}>
        <StatCard label="Total Leads" value={stats?.total} hint="All partners together" />
        <StatCard label="In Progress" value={stats?.inProgress} hint="En cours and Appel" />
        <StatCard label="Deals Signed" value={stats?.signed} hint="Leads in Signé" />
        <StatCard label="Lost" value={stats?.lost} hint="Leads in Perdu" />
        <StatCard label="Estimated Revenue" value={stats && formatEuros(stats.estimatedRevenueCents)} hint="All but Perdu" />
      </StatCards>
      <ListTools
        address={address}
        label="Search leads"
        placeholder="Search by name, company or email"
        busy={address.filtered && isSearching}
        csv={{ path: '/leads.csv', query: { ...filter, status } }}
      >
        <ListFilter address={address} name="partner" label="Partner" all="All partners" searchable options={partners} />
        <ListFilter
          address={address}
          name="status"
          label="Status"
          all="All statuses"
          options={leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }))}
        />
        <Button
          lang="fr"
          variant={duplicates ? 'light' : 'default'}
          aria-pressed={duplicates !== undefined}
          onClick={() => address.set('duplicates', duplicates ? null : 'yes')}
        >
          Doublons possibles
        </Button>
      </ListTools>
      {found === 0 && address.filtered ? (
        <NoResult address={address} />
      ) : (
        <Board filter={filter} offers={offerLabelsForAdmins} showPartner {...(status ? { only: status } : {})} />
      )}
      <Suspense>{adding && <LeadFormDialog use="adminAdd" lead={null} onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}
