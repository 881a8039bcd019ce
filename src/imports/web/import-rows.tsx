import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import { type ImportOutcome, importOutcomes } from '../domain/imports.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { outcomeLabels } from './counts-text.ts'
import { type ReadImport, rowsQuery } from './data.ts'
import { ImportTable } from './import-table.tsx'

interface ImportRowsProps {
  readonly here: KindHere
  readonly read: ReadImport
}

/** The rows of an import by what becomes of them: those to correct are found by the chips. */
export function ImportRows({ here, read }: ImportRowsProps) {
  const [filter, setFilter] = useState<ImportOutcome | null>(null)
  const query = useInfiniteQuery(rowsQuery(read, filter))
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const outcomes = importOutcomes.filter((outcome) => read.counts[outcome])
  const all = Object.values(read.counts).reduce((sum, count) => sum + count, 0)
  // They go after a month, while the counts stay.
  if (query.isSuccess && rows.length === 0 && !filter) return null
  return (
    <>
      <OutcomeChips
        label={m.show()}
        chips={[
          [null, m.all(), all],
          ...outcomes.map((outcome) => [outcome, outcomeLabels[outcome](), read.counts[outcome] ?? 0] as const),
        ]}
        choice={filter}
        onChoose={setFilter}
      />
      <ImportTable
        here={here}
        rows={rows}
        total={filter ? (read.counts[filter] ?? 0) : all}
        label={filter ? outcomeLabels[filter]() : m.all()}
      />
      <MoreButton query={query} />
    </>
  )
}
