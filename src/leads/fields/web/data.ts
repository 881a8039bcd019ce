import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { leadSettingsQuery } from '#leads/lead-settings/web/data.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { type EditedField, type fieldForm, fieldRoutes, type newFieldForm } from '../api/fields.ts'

/** The fields with their names in every language, as staff edit them. */
export const fieldsQuery = queryOptions({ queryKey: ['lead-fields'], queryFn: () => call(fieldRoutes.listFields, {}) })

interface FieldList {
  readonly fields: EditedField[]
}

/** Shows what a change answers, also on the pages below. What somebody else has changed meanwhile is read again. */
async function show(change: Promise<FieldList>): Promise<void> {
  try {
    queryClient.setQueryData(fieldsQuery.queryKey, await change)
    void queryClient.invalidateQueries({ queryKey: leadSettingsQuery.queryKey })
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'invalid_input') {
      await queryClient.invalidateQueries({ queryKey: fieldsQuery.queryKey })
    }
    throw error
  }
}

export const addField = (body: z.input<typeof newFieldForm>) => show(call(fieldRoutes.addField, { body }))
export const changeField = (key: string, body: z.input<typeof fieldForm>) =>
  show(call(fieldRoutes.changeField, { params: { key }, body }))
/** Which values would not fit the field if it were so. */
export const previewField = (key: string, body: Pick<z.input<typeof fieldForm>, 'kind' | 'options'>) =>
  call(fieldRoutes.previewField, { params: { key }, body })
export type FieldPreviewAnswer = Awaited<ReturnType<typeof previewField>>

export const orderFields = (keys: string[], expected: string[]) =>
  show(call(fieldRoutes.orderFields, { body: { keys, expected } }))
export const putAwayField = (key: string) => show(call(fieldRoutes.putAwayField, { params: { key } }))
export const bringBackField = (key: string) => show(call(fieldRoutes.bringBackField, { params: { key } }))

export async function deleteField(key: string): Promise<void> {
  await call(fieldRoutes.deleteField, { params: { key } })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: fieldsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: leadSettingsQuery.queryKey }),
  ])
}
