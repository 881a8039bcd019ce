import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { tierChangeRoutes, type tiersForm, type tiersPreviewForm } from '../api/tier-changes.ts'
import { tierRoutes } from '../api/tiers.ts'

export const tiersQuery = queryOptions({ queryKey: ['tiers'], queryFn: () => call(tierRoutes.listTiers, {}) })

/** The tiers as staff edit them, with their names by language. */
export const editableTiersQuery = queryOptions({
  queryKey: ['tiers', 'editable'],
  queryFn: () => call(tierChangeRoutes.listEditableTiers, {}),
})

export const previewTiers = (body: z.input<typeof tiersPreviewForm>) => call(tierChangeRoutes.previewTiers, { body })

/** Saves all tiers. On a conflict, refetches the saved ones before rethrowing. */
export async function saveTiers(body: z.input<typeof tiersForm>): Promise<void> {
  try {
    queryClient.setQueryData(tiersQuery.queryKey, await call(tierChangeRoutes.saveTiers, { body }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'tiers_changed_meanwhile') {
      await queryClient.invalidateQueries({ queryKey: tiersQuery.queryKey })
    }
    throw error
  }
}
