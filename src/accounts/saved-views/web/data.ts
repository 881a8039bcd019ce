import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type SavedView, savedViewRoutes } from '../api.ts'

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () => call(savedViewRoutes.listSavedViews, {}),
})

const reload = () => queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })

/** Saves a view of a list under a name, in place of one of this name. */
export async function saveView(view: Omit<SavedView, 'id'>): Promise<void> {
  await call(savedViewRoutes.saveView, { body: view })
  await reload()
}

export async function deleteSavedView(id: string): Promise<void> {
  await call(savedViewRoutes.deleteSavedView, { params: { id } })
  await reload()
}
