import { Title } from '@mantine/core'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { YearOverview } from '../api.ts'
import { occasionalSentence } from '../domain/occasional.ts'
import { ShowMore } from './show-more.tsx'

type Row = YearOverview['individuals'][number] & { readonly id: string }

const columns: readonly Column<Row>[] = [
  { key: 'partner', label: 'Partner', card: 'title', cell: ({ partner }) => <PartnerLink partner={partner} /> },
  { key: 'payments', label: 'Payments', align: 'end', figure: true, cell: ({ payments }) => payments },
  { key: 'paid', label: 'Paid', align: 'end', figure: true, cell: ({ paidCents }) => formatEurosExact(paidCents) },
  {
    key: 'state',
    label: 'State',
    cell: ({ reachesAlert }) =>
      reachesAlert ? <StatusBadge tone="todo">Alert reached</StatusBadge> : <StatusBadge tone="known">Occasional</StatusBadge>,
  },
]

/** Individuals without a business: how often and how much they were paid, against the alert that staff set. */
export function Individuals({ data }: { readonly data: YearOverview }) {
  const { individuals, alert, year } = data
  if (individuals.length === 0) return null
  const sorted = individuals.toSorted((one, other) => Number(other.reachesAlert) - Number(one.reachesAlert))
  return (
    <section aria-labelledby="individuals">
      <Title id="individuals" order={2} fz={20} mt="xl">
        Individuals without a business
      </Title>
      <SoftText mb="sm">
        Alert from {alert.payments} payments or {formatEurosExact(alert.amountCents)} a year on.{' '}
        <span lang="fr">{occasionalSentence}</span>
      </SoftText>
      <ShowMore key={year} rows={sorted.map((each) => ({ ...each, id: each.partner.id }))}>
        {(rows) => <DataTable label={`Individuals paid in ${year}`} columns={columns} rows={rows} />}
      </ShowMore>
    </section>
  )
}
