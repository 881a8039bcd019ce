import { type FieldNeed, isFromBeginning } from '#leads/fields/domain/fields.ts'
import { textOf } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import { builtInField, type LeadField, leadFieldNames, leadFields } from './lead-fields.ts'

/** In files, and in the requests of an import, two fields have a shorter name. */
const shortNames = { estimatedAmountCents: 'amount', offerType: 'offer' } as const
type ShortNames = typeof shortNames
type LeadFileField = { [F in LeadField]: F extends keyof ShortNames ? ShortNames[F] : F }[LeadField]

/** What a lead file can hold: the fields of a lead, its partner and its status. */
export type FileField = 'partner' | 'status' | LeadFileField

export function fileFieldOf(field: LeadField): LeadFileField {
  return field in shortNames ? shortNames[field as keyof ShortNames] : (field as LeadFileField)
}

const leadFieldsByFileField = Object.fromEntries(leadFieldNames.map((field) => [fileFieldOf(field), field])) as Readonly<
  Record<LeadFileField, LeadField>
>

export function leadFieldOf(fileField: LeadFileField): LeadField {
  return leadFieldsByFileField[fileField]
}

/** Titles of the columns, in the language of whoever reads the file. */
export function fileTitle(fileField: FileField): string {
  if (fileField === 'partner') return m.partner()
  if (fileField === 'status') return m.status()
  const { label, title = label } = builtInField(leadFieldOf(fileField))
  return textOf(title)
}

/** In the order in which files are written and the import asks for the fields: what is long stands last. */
export const fileFields: readonly FileField[] = [
  'partner',
  ...leadFieldNames.filter((field) => leadFields[field].kind !== 'long_text').map(fileFieldOf),
  'status',
  ...leadFieldNames.filter((field) => leadFields[field].kind === 'long_text').map(fileFieldOf),
]
/** Partners import and export their own leads alone. */
export const ownFileFields = fileFields.filter((field) => field !== 'partner')

/** What decides about a field's column: whether forms ask for it, and whether every lead has it. */
interface AskedField extends FieldNeed {
  readonly key: string
  readonly isOpen: boolean
}

/**
 * Rows without these are refused, so the mapping has to name a column for each. `fields` are those of the portal: without any,
 * those of the specification.
 */
export function requiredFileFields(fields: readonly AskedField[]): readonly FileField[] {
  const isRequired = (field: LeadField) => {
    const known = fields.find(({ key }) => key === field)
    return known ? known.isOpen && isFromBeginning(known) : leadFields[field].required
  }
  return leadFieldNames.filter(isRequired).map(fileFieldOf)
}

/** Without the fields that staff have hidden. */
export function openFileFields(all: readonly string[], fields: readonly AskedField[]): readonly string[] {
  const hidden = leadFieldNames.filter((field) => fields.some(({ key, isOpen }) => key === field && !isOpen)).map(fileFieldOf)
  return all.filter((field) => !hidden.some((each) => each === field))
}

/** A record over all fields of a lead file, in their order. */
export function mapFileFields<T>(toValue: (field: FileField) => T): Record<FileField, T> {
  return Object.fromEntries(fileFields.map((field) => [field, toValue(field)])) as Record<FileField, T>
}
