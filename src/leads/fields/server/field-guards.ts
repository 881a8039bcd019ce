import type { Actor } from '#access/domain/actor.ts'
import { emptyMessage } from '#leads/leads/api/leads.ts'
import { isBuiltIn, labelOf, waysToReach } from '#leads/leads/domain/lead-fields.ts'
import { type Named, nameIn } from '#platform/domain/names.ts'
import { type FieldError, Refusal } from '#platform/domain/refusal.ts'
import { storedValue, valueError } from '../domain/field-value.ts'
import { type FieldChanges, type FieldNeed, type FieldValue, isRequiredIn, type ValueField } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import type { FieldRow } from './queries.ts'

/** A custom field, with what a side may do with it. */
export interface CustomField extends ValueField, FieldNeed, Named {
  /** Partners know nothing of it: its values stand apart. */
  readonly isHidden: boolean
  readonly mayEdit: boolean
  readonly isOpen: boolean
  readonly onIntroductions: boolean
}

/** Who fills in a field. A client's form is sent by the system. */
export type Side = 'staff' | 'partner' | 'client'
export const sideOf = ({ kind }: Pick<Actor, 'kind'>): Side =>
  kind === 'admin' ? 'staff' : kind === 'partner' ? 'partner' : 'client'

function mayEdit(row: FieldRow, side: Side): boolean {
  if (side === 'client') return row.on_introductions
  return side === 'staff' ? row.staff_edits : row.partner_access === 'edits'
}

/** The custom fields among those that were read as a side. */
export const customFields = (rows: readonly FieldRow[], side: Side): CustomField[] =>
  rows
    .filter(({ key }) => !isBuiltIn(key))
    .map((row) => ({
      key: row.key,
      kind: row.kind,
      options: row.options,
      name: row.name,
      names: row.names,
      required: row.required,
      requiredFrom: row.required_from,
      onIntroductions: row.on_introductions,
      isHidden: row.partner_access === 'none',
      mayEdit: mayEdit(row, side),
      isOpen: row.archived_at === null,
    }))

/** Changes by where their values stand: on the lead, or where partners read nothing. */
export interface PlacedChanges {
  readonly shown: FieldChanges
  readonly hidden: FieldChanges
}

/** Refuses `invalid_input` with each value that its field does not take, at `fields.<key>`. */
export function placeChanges(fields: readonly CustomField[], changes: FieldChanges = {}): PlacedChanges {
  const errors: FieldError[] = []
  const placed = { shown: {} as Record<string, FieldValue | null>, hidden: {} as Record<string, FieldValue | null> }
  for (const [key, typed] of Object.entries(changes)) {
    const field = fields.find((each) => each.key === key)
    const value = field ? storedValue(field, typed) : null
    const error = !field?.isOpen || !field.mayEdit ? m.fieldUnknown({ key }) : value === null ? null : valueError(field, value)
    if (error) errors.push({ path: `fields.${key}`, message: error })
    else placed[field?.isHidden ? 'hidden' : 'shown'][key] = value
  }
  refuseErrors(errors)
  return placed
}

export function refuseErrors([first, ...more]: readonly FieldError[]): void {
  if (first) throw new Refusal('invalid_input', first.message, { fields: [first, ...more] })
}

/**
 * The fields that a lead in a stage lacks, of those that a side fills in. `valueAt` answers undefined, '' or null for none; where
 * an amount is not asked for from the beginning, 0 is none either.
 */
export function missingFields(
  rows: readonly FieldRow[],
  { side, stage, stages }: { readonly side: Side; readonly stage: string; readonly stages: readonly string[] },
  valueAt: (key: string) => unknown,
): FieldRow[] {
  const isNeeded = (row: FieldRow) =>
    row.archived_at === null &&
    mayEdit(row, side) &&
    isRequiredIn({ required: row.required, requiredFrom: row.required_from }, stage, stages)
  const isMissing = (row: FieldRow, value: unknown) =>
    [undefined, null, ''].some((none) => value === none) ||
    (isBuiltIn(row.key) && row.kind === 'amount' && row.required_from !== null && value === 0)
  return rows.filter((row) => isNeeded(row) && isMissing(row, valueAt(row.key)))
}

/** Where a form has a field. */
export const pathOf = (key: string) => (isBuiltIn(key) ? key : `fields.${key}`)

export const missingErrors = (rows: readonly FieldRow[]): FieldError[] =>
  rows.map((row) => ({
    path: pathOf(row.key),
    message:
      (isBuiltIn(row.key) ? emptyMessage(row.key) : null) ??
      m.fieldMissing({ field: labelOf({ key: row.key, name: nameIn(row) }) }),
  }))

/** Says that a lead has neither an e-mail nor a telephone, at the one of both that forms ask for. */
export function unreachableErrors(
  rows: readonly FieldRow[],
  { email, phone }: { readonly email: string; readonly phone: string },
): FieldError[] {
  if (email !== '' || phone !== '') return []
  const path = waysToReach.find((way) => rows.some(({ key, archived_at }) => key === way && archived_at === null)) ?? 'email'
  return [{ path, message: m.wayToReachMissing() }]
}
