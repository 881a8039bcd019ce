import { ApiError } from '../requests/api-error.ts'
import { queryClient } from './query-client.ts'

type ListKey = readonly ['offers'] | readonly ['stages'] | readonly ['lead-fields']

/** Shows the list that a change answers, also on the pages below. What somebody else has changed meanwhile is read again. */
export async function showChange(queryKey: ListKey, change: Promise<object>): Promise<void> {
  try {
    queryClient.setQueryData(queryKey, await change)
    void queryClient.invalidateQueries({ queryKey: ['lead-settings'] })
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'invalid_input') {
      await queryClient.invalidateQueries({ queryKey, exact: true })
    }
    throw error
  }
}
