import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { clientName } from '#leads/domain/client-names.ts'
import { useListFields, useMayLackAmount, useOffers } from '#leads/lead-settings/web/data.ts'
import { registrationStateLabels } from '#leads/leads/domain/registration-states.ts'
import { LeadTabs } from '#leads/leads/web/lead-tabs.tsx'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { type SelectionRules, useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type ListedRegistration, registrationList } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import AcceptDialog from './accept-dialog.tsx'
import { registrationsQuery } from './data.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { type RowStep, registrationColumns } from './registration-columns.tsx'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'))

const chips = {
  queue: {
    label: m.waiting(),
    all: m.allRegistrations(),
    labels: {
      waiting: m.toAnswer(),
      late: m.late(),
      extensions: m.extensionAskedFor(),
      conflicts: m.severalOfOneCompany(),
    },
  },
  state: { label: m.state(), all: m.allStates(), labels: registrationStateLabels },
}

const selectionRules: SelectionRules<ListedRegistration> = {
  isSelectable: ({ can }) => can.accept,
  rowLabel: ({ number, ...lead }) => m.chooseRow({ number, company: clientName(lead) }),
  allLabel: m.chooseAll(),
}

interface Question {
  readonly step: RowStep
  readonly rows: readonly ListedRegistration[]
}

/** Registrations of all partners: what waits for an answer, one or several at once. */
export function Component() {
  const { address, filter, filters } = useList(registrationList, { ...chips, partnerId: usePartnerFilter() })
  // Waiting registrations are sorted oldest first, to be answered in their order; the full list shows the newest first.
  const sorting = address.sorting({ ...registrationList, usual: filter.queue ? 'submitted' : '-submitted' })
  const query = useInfiniteQuery(registrationsQuery({ ...filter, sort: sorting.by }))
  const selection = useRowSelection(selectionRules)
  const [question, setQuestion] = useState<Question | null>(null)
  const [offers, fields, mayLackAmount] = [useOffers(), useListFields(), useMayLackAmount()]
  const columns = useMemo(
    () => registrationColumns({ offers, fields, mayLackAmount }, (step, row) => setQuestion({ step, rows: [row] })),
    [offers, fields, mayLackAmount],
  )
  const table = { address, query, columns, sorting }
  const close = () => {
    setQuestion(null)
    selection.clear()
  }
  return (
    <>
      <ListPage
        title={m.registrations()}
        subtitle={m.everyPipeline()}
        tabs={<LeadTabs />}
        {...table}
        label={m.searchRegistrations()}
        placeholder={m.searchHint()}
        filters={<ListFilters address={address} filters={filters} />}
      >
        <ListTable
          {...table}
          label={m.registrations()}
          selection={selection}
          bulkActions={(rows) => <RegistrationBar rows={rows} onAsk={setQuestion} onClear={selection.clear} />}
          empty={<EmptyState title={m.noRegistrations()} text={m.eachLeadIsOne()} />}
        />
      </ListPage>
      {question && <StepDialog question={question} onClose={close} />}
    </>
  )
}

interface RegistrationBarProps {
  readonly rows: readonly ListedRegistration[]
  readonly onAsk: (question: Question) => void
  readonly onClear: () => void
}

function RegistrationBar({ rows, onAsk, onClear }: RegistrationBarProps) {
  return (
    <BulkBar label={m.chosenRegistrations()} count={rows.length} text={m.chosenCount({ count: rows.length })} onClear={onClear}>
      <Button size="sm" onClick={() => onAsk({ step: 'accept', rows })}>
        {m.accept()}
      </Button>
      <Button size="sm" variant="default" onClick={() => onAsk({ step: 'refuse', rows })}>
        {m.refuse()}
      </Button>
    </BulkBar>
  )
}

function StepDialog({ question: { step, rows }, onClose }: { question: Question; onClose: () => void }) {
  const [first] = rows
  const ids = rows.map(({ id }) => id)
  const about = rows.length === 1 ? (first ? clientName(first) : '') : m.leadCount({ count: rows.length })
  if (step === 'refuse') return <RefuseDialog ids={ids} about={about} onClose={onClose} />
  if (step === 'compare')
    return (
      <Suspense>
        <ConflictDialog leadId={first?.id ?? ''} onClose={onClose} />
      </Suspense>
    )
  return <AcceptDialog ids={ids} about={about} onClose={onClose} />
}
