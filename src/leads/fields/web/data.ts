import { queryOptions } from '@tanstack/react-query'
import { showChange } from '#platform/web/app/queries/shown-change.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { itemError } from '#platform/web/app/requests/api-error.ts'
import { type EditedField, type FieldConversion, fieldRoutes, type WrittenField, writtenField } from '../api/fields.ts'

/** The fields with their names in every language, as staff edit them. */
export const fieldsQuery = queryOptions({ queryKey: ['lead-fields'], queryFn: () => call(fieldRoutes.listFields, {}) })

interface Change {
  /** The key of the edited field: its errors are those of its form. */
  readonly edited?: string
  readonly unfit?: 'keep'
}

async function put<T>(wanted: readonly WrittenField[], edited: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw itemError(error, `fields.${wanted.findIndex(({ key }) => key === edited)}`)
  }
}

/** Saves the list that was read as it is to be. */
export function saveFields(wanted: readonly WrittenField[], read: readonly EditedField[], { edited = '', unfit }: Change = {}) {
  const body = { fields: wanted.map(writtenField), expected: read.map(writtenField), ...(unfit && { unfit }) }
  return put(wanted, edited, () => showChange(fieldsQuery.queryKey, call(fieldRoutes.saveFields, { body }), ['lead-settings']))
}

/** Which values of the edited field would not fit, if any; nothing is saved. */
export async function tryFields(
  wanted: readonly WrittenField[],
  read: readonly EditedField[],
  edited: string,
): Promise<FieldConversion | null> {
  const body = { fields: wanted.map(writtenField), expected: read.map(writtenField), unfit: 'keep', dryRun: true } as const
  const { converted } = await put(wanted, edited, () => call(fieldRoutes.saveFields, { body }))
  return converted.find(({ key, unfit }) => key === edited && unfit > 0) ?? null
}
