import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { StatCard, StatCards } from '#platform/web/ui/page/stat-card.tsx'
import type { YearOverview } from '../api.ts'
import type { Das2State } from '../domain/declaration.ts'

const people = (count: number) => `${count} ${count === 1 ? 'partner' : 'partners'}`

/** Sums of the declaration by state. */
export function YearSums({ data }: { readonly data: YearOverview }) {
  const { sums, thresholdCents, lines } = data
  const of = (state: Das2State) => sums.find((each) => each.state === state) ?? { count: 0, euros: 0, paidCents: 0 }
  const [declared, incomplete, below] = [of('to_declare'), of('incomplete'), of('below_threshold')]
  return (
    <StatCards columns={4} failed={false}>
      <StatCard label="Paid" value={formatEuros(lines.reduce((sum, line) => sum + line.paidCents, 0))} hint="VAT included" />
      <StatCard
        label="To declare"
        value={formatEuros(declared.euros * 100)}
        hint={`${people(declared.count)}, whole euros`}
        tone="received"
      />
      <StatCard
        label="Data missing"
        value={formatEuros(incomplete.paidCents)}
        hint={`${people(incomplete.count)} to complete`}
        tone="todo"
      />
      <StatCard
        label="Below the threshold"
        value={formatEuros(below.paidCents)}
        hint={`${people(below.count)} below ${formatEurosExact(thresholdCents)}`}
      />
    </StatCards>
  )
}
