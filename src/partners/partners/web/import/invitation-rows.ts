import type { ColumnMapping } from '#platform/domain/file-columns.ts'
import { plainlySpaced } from '#platform/domain/typesetting.ts'
import { download, type ImportFile, writeCsv } from '#platform/web/app/forms/import-file.ts'
import {
  type InvitationCells,
  type InvitationField,
  type InvitationOutcome,
  invitationColumns,
} from '../../domain/invitation-file.ts'
import { m } from '../../messages/messages.ts'
import { checkInvitations } from './send-invitations.ts'

/** A row of the file, and what it would do or has done. */
export interface ReviewRow {
  readonly id: string
  /** Its number in the file. */
  readonly number: number
  readonly cells: InvitationCells
  readonly outcome: InvitationOutcome
  readonly reasons: readonly string[]
}

export const outcomeLabels: Readonly<Record<InvitationOutcome, string>> = {
  ready: m.ready(),
  invited: m.invited(),
  known: m.alreadyThere(),
  repeated: m.repeated(),
  refused: m.toCorrect(),
}

export const titles = invitationColumns.fields.map(invitationColumns.titleOf)

/** The dry run: what each row would do. */
export async function reviewRows(content: ImportFile, mapping: ColumnMapping<InvitationField>): Promise<ReviewRow[]> {
  const cells = content.rows.map((row) => invitationColumns.cellsOf(row.cells, mapping))
  return (await checkInvitations(cells)).map(({ index, outcome, messages }) => ({
    id: String(index),
    number: content.rows[index]?.number ?? 0,
    cells: cells[index] ?? invitationColumns.cellsOf([], mapping),
    outcome,
    reasons: messages.map(({ message }) => message),
  }))
}

/** Downloads the rows that were not invited, with the reasons. */
export function saveRest(rows: readonly ReviewRow[]): void {
  const rest = rows.filter(({ outcome }) => outcome === 'ready' || outcome === 'refused')
  const lines = rest.map(({ cells, outcome, reasons, number }) => [
    ...invitationColumns.fields.map((field) => cells[field]),
    String(number),
    plainlySpaced(reasons.join(' ; ') || outcomeLabels[outcome]),
  ])
  download('invitations-left.csv', writeCsv([[...titles, m.row(), m.reason()], ...lines]))
}
