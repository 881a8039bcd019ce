import { plainlySpaced } from '#platform/domain/typesetting.ts'
import { type ImportFile, writeCsv } from '#platform/web/app/forms/import-file.ts'
import type { ValidatedRow } from '../api.ts'
import { m } from '../messages/messages.ts'
import type { PlanRow } from './import-plan.ts'

/** A row that was not imported, and the reason. */
export interface RejectedRow {
  readonly row: PlanRow
  readonly reason: string
}

/** The rows that were not imported: refused, left out as duplicates, or never sent. */
export function rejectedRows(
  plan: readonly PlanRow[],
  rowsToSend: ReadonlySet<PlanRow>,
  answers: ReadonlyMap<PlanRow, ValidatedRow>,
): RejectedRow[] {
  return plan.flatMap((row) => {
    const answer = answers.get(row)
    if (answer?.outcome === 'imported') return []
    if (rowsToSend.has(row) && !answer) return { row, reason: plainlySpaced(m.notSent()) }
    const messages = answer ? answer.messages.map(({ message }) => message) : row.messages
    const isDuplicate = (answer ?? row).outcome === 'duplicate'
    return { row, reason: plainlySpaced([...messages, ...(isDuplicate ? [m.leftOut()] : [])].join(' ; ')) }
  })
}

/** The uploaded file reduced to these rows, with row number and reason: to be corrected and imported again. */
export function rejectedRowsFile(file: ImportFile, rejected: readonly RejectedRow[]): string {
  const titles = [...file.titles, m.row(), m.reason()]
  const rows = rejected.map(({ row, reason }) => [...file.titles.map((_, at) => row.file[at] ?? ''), String(row.number), reason])
  return writeCsv([titles, ...rows])
}
