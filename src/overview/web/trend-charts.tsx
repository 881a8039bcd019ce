import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEuros } from '#platform/domain/money.ts'
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx'
import { ChartFrame } from '#platform/web/ui/charts/chart-frame.tsx'
import { compactEuros } from '#platform/web/ui/charts/chart-scale.ts'
import { RowChart } from '#platform/web/ui/charts/row-chart.tsx'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import classes from './charts.module.css'
import { ChartsLoading } from './charts-loading.tsx'
import { type Trends, trendsQuery } from './data.ts'
import { PipelineChart } from './pipeline-chart.tsx'

/** Charts by month, by stage and, for staff, by partner. */
export function TrendCharts() {
  const { data: read, error, refetch } = useQuery(trendsQuery)
  // Deferred, since three charts in one task would block the page.
  const data = useDeferredValue(read)
  if (!data) return error && !read ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ChartsLoading />
  // Hide charts without data.
  const charts = [
    data.months.some(({ revenueCents, commissionCents }) => revenueCents > 0 || commissionCents > 0) && (
      <MonthsChart key="months" months={data.months} />
    ),
    data.pipeline.some(({ count }) => count > 0) && (
      <PipelineChart key="pipeline" pipeline={data.pipeline} conversion={data.conversion} />
    ),
    data.topPartners && data.topPartners.length > 0 && <TopPartnersChart key="partners" partners={data.topPartners} />,
  ].filter(Boolean)
  return (
    <div className={classes.charts} data-count={charts.length}>
      {charts}
    </div>
  )
}

/** The five partners with the most revenue; each links to their page. */
function TopPartnersChart({ partners }: { partners: NonNullable<Trends['topPartners']> }) {
  const rows = partners.map(({ partner, revenueCents, amountCents }) => ({
    key: partner.id,
    label: <PartnerLink partner={partner} clamped={false} />,
    value: revenueCents,
    fill: 'var(--green)',
    text: formatEuros(revenueCents),
    more: m.ofCommissions({ amount: formatEuros(amountCents) }),
  }))
  return (
    <ChartFrame
      title={m.topPartners()}
      hint={m.topPartnersHint()}
      table={{
        head: [m.partner(), m.revenue(), m.commissions()],
        rows: partners.map((each, index) => [rows[index]?.label, formatEuros(each.revenueCents), formatEuros(each.amountCents)]),
      }}
    >
      <RowChart rows={rows} />
    </ChartFrame>
  )
}

type Month = Trends['months'][number]

/** Stacked by status in the status colours, paid at the bottom. */
const parts = [
  { label: m.paid(), field: 'paidCents', fill: 'var(--fill-paid)' },
  { label: m.validated(), field: 'validatedCents', fill: 'var(--fill-validated)' },
  { label: m.pending(), field: 'pendingCents', fill: 'var(--fill-pending)' },
] as const

const columns = ['revenueCents', 'commissionCents', ...parts.map((part) => part.field)] as const

/** Revenue and commissions of the last twelve months. */
function MonthsChart({ months }: { months: readonly Month[] }) {
  const slots = months.map((each) => {
    // A day in its middle is in the same month in every time zone.
    const month = new Date(`${each.month}-15T12:00:00Z`)
    return { short: m.shortMonth({ month }), long: m.longMonth({ month }) }
  })
  const of = (field: keyof Omit<Month, 'month'>) => months.map((each) => each[field])
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return (
    <ChartFrame
      title={m.revenueByMonth()}
      hint={m.revenueByMonthHint()}
      table={{
        head: [m.month(), m.revenue(), m.commissions(), ...parts.map((part) => part.label)],
        rows: months.map((each, index) => [slots[index]?.long, ...columns.map((field) => formatEuros(each[field]))]),
        foot: [m.total(), ...columns.map((field) => formatEuros(sum(of(field))))],
      }}
    >
      <BarChart
        label={m.chooseMonth()}
        slots={slots}
        panels={[
          { label: m.revenue(), series: [{ label: m.revenue(), fill: 'var(--fill-revenue)', values: of('revenueCents') }] },
          { label: m.commissions(), series: parts.map(({ label, field, fill }) => ({ label, fill, values: of(field) })) },
        ]}
        all={m.lastTwelveMonths()}
        format={formatEuros}
        formatStep={compactEuros}
      />
    </ChartFrame>
  )
}
