import type { Tx } from '#platform/server/db/database.ts'
import type { SavedView } from '../api.ts'

const columns = ['id', 'page', 'name', 'query'] as const

/** The caller's views: others' are not theirs to read. */
export function savedViews(tx: Tx): Promise<SavedView[]> {
  return tx.selectFrom('saved_views').select(columns).orderBy('name').orderBy('id').execute()
}
