import type { EditedStage } from '../api/stages.ts'
import type { StageDraft } from '../domain/stage-draft.ts'
import type { StageRow } from './queries.ts'

/** The fields of a stage that its form has. */
export const draftOf = (row: StageRow): StageDraft => ({
  name: row.name,
  names: row.names,
  colour: row.colour,
  countsAsCall: row.counts_as_call,
  partnerEnters: row.partner_enters,
  partnerLeaves: row.partner_leaves,
  staffEnters: row.staff_enters,
  staffLeaves: row.staff_leaves,
  asks: row.asks,
  staleAfterDays: row.stale_after_days,
})

export const presentEdited = (row: StageRow, { leads, isUsed }: Pick<EditedStage, 'leads' | 'isUsed'>): EditedStage => ({
  ...draftOf(row),
  key: row.key,
  leads,
  isUsed,
  archivedAt: row.archived_at?.toISOString() ?? null,
  mergedInto: row.merged_into,
  changedAt: row.changed_at.toISOString(),
})
