import { useState } from 'react'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import type { CheckedRow } from '../api.ts'
import { type ImportOutcome, importOutcomes } from '../domain/imports.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { outcomeLabels } from './counts-text.ts'
import type { ReadImport } from './data.ts'
import { ImportTable } from './import-table.tsx'

interface ImportRowsProps {
  readonly here: KindHere
  readonly read: ReadImport
  readonly rows: readonly CheckedRow[]
}

/** The rows of an import by what becomes of them: those to correct are found by the chips. */
export function ImportRows({ here, read, rows }: ImportRowsProps) {
  const [filter, setFilter] = useState<ImportOutcome | null>(null)
  const shown = filter ? rows.filter(({ outcome }) => outcome === filter) : rows
  const outcomes = importOutcomes.filter((outcome) => read.counts[outcome])
  const all = Object.values(read.counts).reduce((sum, count) => sum + count, 0)
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
      <ImportTable here={here} rows={shown} label={filter ? outcomeLabels[filter]() : m.all()} />
    </>
  )
}
