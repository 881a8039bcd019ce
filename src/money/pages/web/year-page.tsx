import { Button, Select, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import type { YearOverview } from '#money/accounting/api/year.ts'
import type { Das2State } from '#money/accounting/domain/declaration.ts'
import { Closings } from '#money/accounting/web/closings.tsx'
import { ExportedDeclarations } from '#money/accounting/web/exported-declarations.tsx'
import { Journal } from '#money/accounting/web/journal.tsx'
import { ShowMore } from '#money/accounting/web/show-more.tsx'
import { yearQuery } from '#money/accounting/web/year-data.ts'
import { YearLines } from '#money/accounting/web/year-lines.tsx'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { IconSettings } from '#platform/web/ui/icons.ts'
import { Figure, Figures } from '#platform/web/ui/page/figures.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import { m } from '../messages/messages.ts'

/** The year that is about to be declared: the last one until May, when the declaration's tolerance ends. */
function usualYear(today: string): number {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return month <= 5 ? year - 1 : year
}

/** What was paid in a year: its declaration, certificates, individuals and the accountant's journal. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const requestedYear = Number(/^2\d{3}$/.exec(params.get('year') ?? '')?.[0] ?? usualYear(dayInputText(new Date())))
  const query = useQuery(yearQuery(requestedYear))
  const years = [...new Set([requestedYear, ...(query.data?.years ?? [])])].toSorted((one, other) => other - one)
  const choose = (year: string | null) =>
    setParams(
      (current) => {
        if (year) current.set('year', year)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <PageHeader title={m.year()} subtitle={m.yearLead()}>
        <Button
          component={Link}
          to={`${settingsSectionPath('money')}?card=declaration`}
          variant="default"
          leftSection={<IconSettings size={18} aria-hidden="true" />}
        >
          {m.yearSettings()}
        </Button>
      </PageHeader>
      <StaffMoneyTabs />
      <Select
        label={m.calendarYear()}
        w={140}
        mb="md"
        allowDeselect={false}
        data={years.map(String)}
        value={String(requestedYear)}
        onChange={choose}
      />
      <QueryBoundary query={query}>
        {(data) => (
          <>
            <YearSums data={data} />
            <YearLines data={data} />
            <ExportedDeclarations data={data} />
            <Individuals data={data} />
          </>
        )}
      </QueryBoundary>
      <Journal />
      <Closings />
    </>
  )
}

/** Sums of the declaration by state. */
function YearSums({ data }: { readonly data: YearOverview }) {
  const { sums, thresholdCents, lines } = data
  const of = (state: Das2State) => sums.find((each) => each.state === state) ?? { count: 0, euros: 0, paidCents: 0 }
  const [declared, incomplete, below] = [of('to_declare'), of('incomplete'), of('below_threshold')]
  if (lines.length === 0) return null
  return (
    <Figures>
      <Figure label={m.paid()} value={formatEuros(lines.reduce((sum, line) => sum + line.paidCents, 0))} hint={m.vatIncluded()} />
      <Figure
        label={m.toDeclare()}
        value={formatEuros(declared.euros * 100)}
        hint={m.partnersWholeEuros({ count: declared.count })}
        tone="received"
      />
      <Figure
        label={m.dataMissing()}
        value={formatEuros(incomplete.paidCents)}
        hint={m.partnersToComplete({ count: incomplete.count })}
        tone="todo"
      />
      <Figure
        label={m.belowThreshold()}
        value={formatEuros(below.paidCents)}
        hint={m.partnersBelow({ count: below.count, threshold: formatEurosExact(thresholdCents) })}
      />
    </Figures>
  )
}

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
function Individuals({ data }: { readonly data: YearOverview }) {
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
