import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { readAfterDeletion, showChange } from '#platform/web/app/queries/shown-change.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type fieldForm, fieldRoutes, type newFieldForm } from '../api/fields.ts'

/** The fields with their names in every language, as staff edit them. */
export const fieldsQuery = queryOptions({ queryKey: ['lead-fields'], queryFn: () => call(fieldRoutes.listFields, {}) })

const show = (change: Promise<object>) => showChange(fieldsQuery.queryKey, change)

export const addField = (body: z.input<typeof newFieldForm>) => show(call(fieldRoutes.addField, { body }))
export const changeField = (key: string, body: z.input<typeof fieldForm>) =>
  show(call(fieldRoutes.changeField, { params: { key }, body }))
/** Which values would not fit the field if it were so. */
export const previewField = (key: string, body: Pick<z.input<typeof fieldForm>, 'kind' | 'options'>) =>
  call(fieldRoutes.previewField, { params: { key }, body })
export type FieldPreviewAnswer = Awaited<ReturnType<typeof previewField>>

export const orderFields = (keys: string[], expected: string[]) =>
  show(call(fieldRoutes.orderFields, { body: { keys, expected } }))
export const archiveField = (key: string) => show(call(fieldRoutes.archiveField, { params: { key } }))
export const bringBackField = (key: string) => show(call(fieldRoutes.bringBackField, { params: { key } }))

export async function deleteField(key: string): Promise<void> {
  await call(fieldRoutes.deleteField, { params: { key } })
  await readAfterDeletion(fieldsQuery.queryKey)
}
