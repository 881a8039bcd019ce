import { countsByLabel, tableLabel } from '#people-data/register/domain/table-labels.ts'
import { dayText } from '#platform/domain/day-text.ts'
import type { Erasure } from '../api.ts'
import { lawLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'

const rowsOf = (counts: Readonly<Record<string, number>>) =>
  countsByLabel(counts).map(([table, count]) => `- ${m.rowsOf({ table, count })}`)

/** The report of an erasure, for the person: without a name, since nobody here knows it any more. */
export function reportText({ doneAt, report, leads, mentions }: Erasure): string {
  const { deleted, emptied, kept } = report ?? { deleted: {}, emptied: {}, kept: [] }
  const decided = (decision: 'keep' | 'empty') => mentions.filter((mention) => mention.decision === decision).length
  return [
    m.reportTitle(),
    m.reportDone({ day: dayText((doneAt ?? '').slice(0, 10)) }),
    ...leads.flatMap(({ number }) => (number ? [number] : [])),
    '',
    m.deletedRows(),
    ...rowsOf(deleted),
    '',
    m.emptiedRows(),
    ...rowsOf(emptied),
    '',
    m.keptRows(),
    ...kept.map(
      ({ table, rows, law }) => `- ${m.rowKept({ table: tableLabel(table), count: rows, law: lawLabels[law] ?? law })}`,
    ),
    '',
    m.reportDecided({ out: decided('empty'), kept: decided('keep') }),
    m.matchingNote(),
    m.reportNotReached(),
    '',
  ].join('\n')
}
