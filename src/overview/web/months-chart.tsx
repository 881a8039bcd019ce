import { formatEuros } from '#platform/domain/money.ts'
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx'
import { ChartFrame } from '#platform/web/ui/charts/chart-frame.tsx'
import { compactEuros } from '#platform/web/ui/charts/chart-scale.ts'
import { m } from '../messages/messages.ts'
import type { Trends } from './data.ts'

type Month = Trends['months'][number]

/** Stacked by status in the status colours, paid at the bottom. */
const parts = [
  { label: m.paid(), field: 'paidCents', fill: 'var(--fill-paid)' },
  { label: m.validated(), field: 'validatedCents', fill: 'var(--fill-validated)' },
  { label: m.pending(), field: 'pendingCents', fill: 'var(--fill-pending)' },
] as const

const columns = ['revenueCents', 'commissionCents', ...parts.map((part) => part.field)] as const

/** Revenue and commissions of the last twelve months. */
export function MonthsChart({ months }: { months: readonly Month[] }) {
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
