import type { Actor } from '#access/domain/actor.ts'
import { hasRight } from '#access/domain/staff-rights.ts'
import type { CheckedRow, ImportView, RememberedMapping } from '../api.ts'
import { type ImportOutcome, importAbilities } from '../domain/imports.ts'
import { kinds } from './kinds.ts'
import type { findMapping, ImportRow } from './queries.ts'

/** As whoever brought it sees it, or an administrator; who lacks the right by now only reads. */
export function presentImport(row: ImportRow, actor: Actor): ImportView {
  const mayChange = actor.kind !== 'admin' || hasRight(actor.rights, kinds[row.kind].right)
  const abilities = importAbilities({ state: row.state, isStaged: row.staged >= row.row_count })
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    fileName: row.file_name,
    fileHash: row.file_hash,
    tool: row.tool,
    rowCount: row.row_count,
    settings: row.settings,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
    broughtBy: row.brought_by_name ?? '',
    counts: row.staged > 0 ? row.outcomes : row.counts,
    can: {
      apply: mayChange && abilities.apply,
      stop: mayChange && abilities.stop,
      undo: mayChange && abilities.undo,
      discard: mayChange && abilities.discard,
    },
  }
}

interface ListedRow extends Pick<CheckedRow, 'number' | 'messages' | 'read'> {
  readonly outcome: ImportOutcome
  readonly record_id: string | null
  readonly is_withheld: boolean
}

export const presentRow = ({
  number,
  outcome,
  messages,
  read,
  record_id: recordId,
  is_withheld: isWithheld,
}: ListedRow): CheckedRow => ({
  number,
  outcome,
  messages: isWithheld ? [] : messages,
  read: isWithheld ? null : read,
  recordId,
})

export function presentMapping(row: NonNullable<Awaited<ReturnType<typeof findMapping>>>): RememberedMapping {
  const { id, titles, mapping, saved_by_name: savedBy, saved_at: savedAt } = row
  return { id, titles, mapping, savedBy: savedBy ?? '', savedAt: savedAt.toISOString() }
}
