import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError, itemError } from '#platform/web/app/requests/api-error.ts'
import { type EditableTier, type TiersPreview, tierChangeRoutes, type WrittenTier, writtenTier } from '../api/tier-changes.ts'
import { tierRoutes } from '../api/tiers.ts'

export const tiersQuery = queryOptions({ queryKey: ['tiers'], queryFn: () => call(tierRoutes.listTiers, {}) })

/** The tiers as staff edit them, with their names by language. */
export const editableTiersQuery = queryOptions({
  queryKey: ['tiers', 'editable'],
  queryFn: () => call(tierChangeRoutes.listEditableTiers, {}),
})

/** A tier of the drawer; the key of a new one is empty. */
export interface ListedTier extends Omit<EditableTier, 'id'> {
  readonly key: string
}

const toForm = ({ key, isUsed, ...tier }: ListedTier): WrittenTier => {
  const { id, ...written } = writtenTier({ ...tier, id: key, isUsed })
  return { ...written, ...(id && { id }) }
}
const bodyOf = (wanted: readonly ListedTier[], read: readonly ListedTier[]) => ({
  tiers: wanted.map(toForm),
  expected: read.map(({ key: id, ...tier }) => writtenTier({ ...tier, id })),
})

/** Saves the list that was read as it is to be. On a conflict, the stored one is read again before rethrowing. */
export async function saveTiers(wanted: readonly ListedTier[], read: readonly ListedTier[]): Promise<void> {
  try {
    const { tiers } = await call(tierChangeRoutes.saveTiers, { body: bodyOf(wanted, read) })
    queryClient.setQueryData(tiersQuery.queryKey, { tiers })
    await queryClient.invalidateQueries({ queryKey: editableTiersQuery.queryKey })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'tiers_changed_meanwhile') {
      await queryClient.invalidateQueries({ queryKey: tiersQuery.queryKey })
    }
    throw error
  }
}

/** Who would move, and what it would have cost; nothing is saved. Errors of the edited tier are those of its form. */
export async function previewTiers(
  wanted: readonly ListedTier[],
  read: readonly ListedTier[],
  edited?: ListedTier,
): Promise<TiersPreview> {
  try {
    const { preview } = await call(tierChangeRoutes.saveTiers, { body: { ...bodyOf(wanted, read), dryRun: true } })
    if (!preview) throw new Error('a dry run answers a preview')
    return preview
  } catch (error) {
    throw edited ? itemError(error, `tiers.${wanted.indexOf(edited)}`) : error
  }
}

export const tiersPreviewQuery = (wanted: readonly ListedTier[], read: readonly ListedTier[]) =>
  queryOptions({
    queryKey: ['tiers', 'preview', JSON.stringify(wanted)],
    queryFn: () => previewTiers(wanted, read),
    // It is of the moment: what is saved is what was seen.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
