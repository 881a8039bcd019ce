import { formatCount } from '#platform/web/ui/counts.ts'
import { type ImportOutcome, importOutcomes } from '../domain/imports.ts'
import { m } from '../messages/messages.ts'

export const outcomeLabels: Readonly<Record<ImportOutcome, () => string>> = {
  ready: m.readyOutcome,
  imported: m.importedOutcome,
  refused: m.toCorrect,
  duplicate: m.duplicateOutcome,
  known: m.knownOutcome,
  repeated: m.repeatedOutcome,
}

/** '38 imported, 2 to correct' */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  importOutcomes
    .flatMap((outcome) => (counts[outcome] ? [`${formatCount(counts[outcome])} ${outcomeLabels[outcome]().toLowerCase()}`] : []))
    .join(', ') || '—'
