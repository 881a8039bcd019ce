import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../requests/api-error.ts'
import { queryClient } from './query-client.ts'

/** Shows the list that a change answers, and reads again what else shows it. What somebody else has changed is read again. */
export async function showChange(queryKey: QueryKey, change: Promise<object>, readAgain: QueryKey): Promise<void> {
  try {
    queryClient.setQueryData(queryKey, await change)
    void queryClient.invalidateQueries({ queryKey: readAgain })
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'invalid_input') {
      await queryClient.invalidateQueries({ queryKey, exact: true })
    }
    throw error
  }
}
