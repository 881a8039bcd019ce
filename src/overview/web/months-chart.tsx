import { formatEuros } from '#platform/domain/money.ts'
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx'
import { ChartFrame } from '#platform/web/ui/charts/chart-frame.tsx'
import { compactEuros } from '#platform/web/ui/charts/chart-scale.ts'
import type { Trends } from './data.ts'

type Month = Trends['months'][number]

/** Stacked by status in the status colours, paid at the bottom. */
const parts = [
  { label: 'Paid', field: 'paidCents', fill: 'var(--fill-paid)' },
  { label: 'Validated', field: 'validatedCents', fill: 'var(--fill-validated)' },
  { label: 'Pending', field: 'pendingCents', fill: 'var(--fill-pending)' },
] as const

const columns = ['revenueCents', 'commissionCents', ...parts.map((part) => part.field)] as const

/** Revenue and commissions of the last twelve months. */
export function MonthsChart({ months }: { months: readonly Month[] }) {
  const short = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const slots = months.map(({ month }) => {
    const first = new Date(`${month}-01T00:00:00Z`)
    return { short: short.format(first), long: long.format(first) }
  })
  const of = (field: keyof Omit<Month, 'month'>) => months.map((each) => each[field])
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return (
    <ChartFrame
      title="Revenue and commissions by month"
      hint="Commissions by the month they were created in, in the status of today, and their revenue"
      table={{
        head: ['Month', 'Revenue', 'Commissions', ...parts.map((part) => part.label)],
        rows: months.map((each, index) => [slots[index]?.long, ...columns.map((field) => formatEuros(each[field]))]),
        foot: ['Total', ...columns.map((field) => formatEuros(sum(of(field))))],
      }}
    >
      <BarChart
        label="Months: choose one to read its figures"
        slots={slots}
        panels={[
          { label: 'Revenue', series: [{ label: 'Revenue', fill: 'var(--fill-revenue)', values: of('revenueCents') }] },
          { label: 'Commissions', series: parts.map(({ label, field, fill }) => ({ label, fill, values: of(field) })) },
        ]}
        all="Last 12 months"
        format={formatEuros}
        formatStep={compactEuros}
      />
    </ChartFrame>
  )
}
