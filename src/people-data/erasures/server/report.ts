import { countsByLabel } from '#people-data/register/domain/table-labels.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { languageNamed, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { receiverReading } from '#platform/server/reading/person-reading.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import type { Erasure, Report } from '../api.ts'
import { keepsCompany, keptLines } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** The report of an erasure, as its person reads. */
export async function reportOf(tx: Tx, erasure: Erasure, report: Report): Promise<string> {
  const [zone, portals] = await Promise.all([providerZone(tx), receiverReading(tx, null)])
  const own = languageNamed(report.language)
  const dayOf = (iso: string) => dayText(isoDay(new Date(iso), zone))
  return readAs(own ? readingIn(own, 'fr') : portals, () => reportText(erasure, report, dayOf))
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)]

const rowsOf = (counts: Readonly<Record<string, number>>) =>
  countsByLabel(counts).map(([table, count]) => m.rowsOf({ table, count }))

/** Without a name, since nobody here knows it any more. An empty section is left out. */
function reportText({ doneAt, leads, mentions }: Erasure, report: Report, dayOf: (iso: string) => string): string {
  const decided = (decision: 'keep' | 'empty') => mentions.filter((mention) => mention.decision === decision).length
  const [out, kept] = [decided('empty'), decided('keep')]
  const open = mentions.filter(({ decision, text }) => decision === null && text !== null).length
  const gone = leads.filter(({ outcome }) => outcome === null).length
  return [
    m.reportTitle(),
    m.reportDone({ day: dayOf(doneAt ?? '') }),
    ...section(m.deletedRows(), [...rowsOf(report.deleted), ...(gone > 0 ? [m.goneBefore({ count: gone })] : [])]),
    ...section(m.emptiedRows(), rowsOf(report.emptied)),
    ...section(m.keptRows(), keptLines({ leads, kept: report.kept }, dayOf)),
    '',
    ...(out + kept > 0 ? [m.reportDecided({ out, kept })] : []),
    ...(open > 0 ? [m.reportUndecided({ count: open })] : []),
    ...(leads.some(keepsCompany) ? [m.matchingNote()] : []),
    ...(leads.some(({ outcome, soleTrader }) => outcome === 'emptied' && soleTrader) ? [m.traderNote()] : []),
    m.reportNotReached(),
    '',
  ].join('\n')
}
