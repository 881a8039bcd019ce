import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import type { EditedField } from '../api/fields.ts'
import type { FieldDraft } from '../domain/field-draft.ts'
import type { FieldRow } from './queries.ts'

/** The part of a field that its form has. */
export const draftOf = (row: FieldRow): FieldDraft => ({
  kind: row.kind,
  name: row.name,
  names: row.names,
  help: row.help,
  helps: row.helps,
  options: row.options,
  required: row.required,
  requiredFrom: row.required_from,
  partner: row.partner_access,
  staffEdits: row.staff_edits,
  onIntroductions: row.on_introductions,
  searchable: row.searchable,
  onCard: row.on_card,
  inList: row.in_list,
  aboutPerson: row.about_person,
})

export const presentEdited = (row: FieldRow): EditedField => ({
  ...draftOf(row),
  options: [...row.options],
  key: row.key,
  isBuiltIn: isBuiltIn(row.key),
  archivedAt: row.archived_at?.toISOString() ?? null,
  isUsed: isBuiltIn(row.key) || row.used_at !== null,
  changedAt: row.changed_at.toISOString(),
})
