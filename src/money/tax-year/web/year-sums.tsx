import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { StatCard, StatCards } from '#platform/web/ui/page/stat-card.tsx'
import type { YearOverview } from '../api.ts'
import type { Das2State } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'

/** Sums of the declaration by state. */
export function YearSums({ data }: { readonly data: YearOverview }) {
  const { sums, thresholdCents, lines } = data
  const of = (state: Das2State) => sums.find((each) => each.state === state) ?? { count: 0, euros: 0, paidCents: 0 }
  const [declared, incomplete, below] = [of('to_declare'), of('incomplete'), of('below_threshold')]
  return (
    <StatCards columns={4} failed={false}>
      <StatCard
        label={m.paid()}
        value={formatEuros(lines.reduce((sum, line) => sum + line.paidCents, 0))}
        hint={m.vatIncluded()}
      />
      <StatCard
        label={m.toDeclare()}
        value={formatEuros(declared.euros * 100)}
        hint={m.partnersWholeEuros({ count: declared.count })}
        tone="received"
      />
      <StatCard
        label={m.dataMissing()}
        value={formatEuros(incomplete.paidCents)}
        hint={m.partnersToComplete({ count: incomplete.count })}
        tone="todo"
      />
      <StatCard
        label={m.belowThreshold()}
        value={formatEuros(below.paidCents)}
        hint={m.partnersBelow({ count: below.count, threshold: formatEurosExact(thresholdCents) })}
      />
    </StatCards>
  )
}
