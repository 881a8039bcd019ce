import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { leadFigures, offerLabels } from '#domain/leads.ts'
import { formatEuros } from '#domain/money.ts'
import { useAddInAddress } from '../app/add-in-address.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { Board } from './board.tsx'
import { summaryQuery } from './data.ts'
import { ImportButton } from './import-button.tsx'
import { LeadFormDialog } from './lead-form-dialog.tsx'

const all = {}

/** A partner's own pipeline. */
export function Component() {
  const [adding, setAdding] = useAddInAddress('lead')
  const summary = useQuery(summaryQuery(all))
  const figures = summary.data && leadFigures(summary.data.columns)
  return (
    <>
      <PageHeader title="Leads" subtitle="Manage your opportunities">
        <ImportButton as="partner">Importer</ImportButton>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add Lead
        </Button>
      </PageHeader>
      <StatCards>
        <StatCard label="Leads Added" value={figures?.total} hint="All your leads" />
        <StatCard label="Calls Made" value={figures?.callsMade} hint="Leads in Appel or Signé" />
        <StatCard label="Deals Signed" value={figures?.signed} hint="Leads in Signé" />
        <StatCard label="Estimated Revenue" value={figures && formatEuros(figures.estimatedRevenueCents)} hint="All but Perdu" />
      </StatCards>
      <Board filter={all} offers={offerLabels} />
      {adding && <LeadFormDialog lead={null} onClose={() => setAdding(false)} />}
    </>
  )
}
