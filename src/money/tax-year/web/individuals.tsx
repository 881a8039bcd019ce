import { Title } from '@mantine/core'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import type { YearOverview } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ShowMore } from './show-more.tsx'

type Row = YearOverview['individuals'][number] & { readonly id: string }

const columns: readonly Column<Row>[] = [
  { key: 'partner', label: m.partner(), card: 'title', cell: ({ partner }) => <PartnerLink partner={partner} /> },
  { key: 'payments', label: m.payments(), align: 'end', figure: true, cell: ({ payments }) => payments },
  { key: 'paid', label: m.paid(), align: 'end', figure: true, cell: ({ paidCents }) => formatEurosExact(paidCents) },
  {
    key: 'state',
    label: m.state(),
    cell: ({ reachesAlert }) =>
      reachesAlert ? (
        <StatusBadge tone="todo">{m.alertReached()}</StatusBadge>
      ) : (
        <StatusBadge tone="known">{m.occasional()}</StatusBadge>
      ),
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
        {m.individuals()}
      </Title>
      <SoftText mb="sm">
        {m.alertFrom({ payments: alert.payments, amount: formatEurosExact(alert.amountCents) })} {m.occasionalRule()}
      </SoftText>
      <ShowMore key={year} rows={sorted.map((each) => ({ ...each, id: each.partner.id }))}>
        {(rows) => <DataTable label={m.individualsPaid({ year })} columns={columns} rows={rows} />}
      </ShowMore>
    </section>
  )
}
