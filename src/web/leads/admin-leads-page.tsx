import { Button, Group, Loader, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LeadStatus } from '#domain/leads.ts'
import { leadFigures, leadStatuses, leadStatusLabels, offerLabelsForAdmins } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { useAddInAddress } from '../app/add-in-address.ts'
import { partnerNamesQuery } from '../partners/data.ts'
import { matchingOptions } from '../ui/matching-options.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { AdminLeadDialog } from './admin-lead-dialog.tsx'
import { Board } from './board.tsx'
import { summaryQuery } from './data.ts'
import { ImportButton } from './import-button.tsx'

const all = {}
/** A filter's value of a single space means all. */
const everything = ' '
/** Of thousands of partners, those listed at once: more would make the list slow to open. */
const mostOptions = 60

/** Every partner's leads, searched and filtered; the filters stand in the address. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const [adding, setAdding] = useAddInAddress('lead')
  const [typed, setTyped] = useState(params.get('search') ?? '')
  const summary = useQuery(summaryQuery(all))
  const names = useQuery(partnerNamesQuery)
  const figures = summary.data && leadFigures(summary.data.columns)
  const search = params.get('search') ?? ''
  const partnerId = params.get('partner') ?? ''
  const status = leadStatuses.find((each) => each === params.get('status'))
  const duplicates = params.get('duplicates') === 'yes'
  const filter = useMemo(
    () => ({
      ...(search ? { search } : {}),
      ...(partnerId ? { partnerId } : {}),
      ...(duplicates ? { duplicates: 'yes' as const } : {}),
    }),
    [search, partnerId, duplicates],
  )
  const partners = useMemo(
    () => [
      { value: everything, label: 'All partners' },
      ...(names.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
    [names.data],
  )
  const isSearching = useIsFetching({ queryKey: summaryQuery(filter).queryKey, predicate: ({ state }) => !state.data }) > 0
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        if (value && value !== everything) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  const searchFor = useDebouncedCallback((text: string) => set('search', text.trim()), 200)
  const filtered = search !== '' || partnerId !== '' || status !== undefined || duplicates
  return (
    <>
      <PageHeader title="All Leads" subtitle="Every partner's pipeline">
        <ImportButton as="admin">Import</ImportButton>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add Lead
        </Button>
      </PageHeader>
      <StatCards columns={5}>
        <StatCard label="Total Leads" value={figures?.total} hint="All partners together" />
        <StatCard label="In Progress" value={figures?.inProgress} hint="En cours and Appel" />
        <StatCard label="Deals Signed" value={figures?.signed} hint="Leads in Signé" />
        <StatCard label="Lost" value={figures?.lost} hint="Leads in Perdu" />
        <StatCard label="Estimated Revenue" value={figures && formatEuros(figures.estimatedRevenueCents)} hint="All but Perdu" />
      </StatCards>
      <Group mb="md" gap="sm">
        <TextInput
          type="search"
          aria-label="Search leads"
          placeholder="Search by name, company or email"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={filtered && isSearching ? <Loader size={14} aria-hidden="true" /> : null}
          w={{ base: '100%', sm: 300 }}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            searchFor(event.currentTarget.value)
          }}
        />
        <Select
          aria-label="Partner"
          searchable
          data={partners}
          onFocus={(event) => event.currentTarget.select()}
          limit={mostOptions}
          filter={matchingOptions}
          nothingFoundMessage="No partner found"
          value={partnerId || everything}
          onChange={(value) => set('partner', value)}
          allowDeselect={false}
        />
        <Select
          aria-label="Status"
          data={[
            { value: everything, label: 'All statuses' },
            ...leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] })),
          ]}
          value={status ?? everything}
          onChange={(value) => set('status', value)}
          allowDeselect={false}
        />
        <Button
          variant={duplicates ? 'light' : 'default'}
          aria-pressed={duplicates}
          onClick={() => set('duplicates', duplicates ? null : 'yes')}
        >
          Doublons possibles
        </Button>
        {filtered && (
          <Button
            variant="subtle"
            onClick={() => {
              setTyped('')
              setParams({}, { replace: true })
            }}
          >
            Clear filters
          </Button>
        )}
      </Group>
      <Board filter={filter} offers={offerLabelsForAdmins} showPartner {...(status ? { only: status as LeadStatus } : {})} />
      {adding && <AdminLeadDialog onClose={() => setAdding(false)} />}
    </>
  )
}
