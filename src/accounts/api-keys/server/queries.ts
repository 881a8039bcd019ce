import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'

function apiKeys(tx: Tx) {
  return tx
    .selectFrom('api_keys as k')
    .innerJoin('profiles as p', 'p.user_id', 'k.created_by')
    .select(['k.id', 'k.name', 'k.prefix', 'k.scopes', 'k.created_at', 'k.expires_at', 'k.last_used_at', 'k.revoked_at'])
    .select(['k.created_by', 'p.full_name as creator_name', 'p.deleted_at as creator_deleted_at'])
}

export type ListedApiKey = InferResult<ReturnType<typeof apiKeys>>[number]

/** A page of keys, newest first, one row more than asked for. */
export function listApiKeys(tx: Tx, { after, limit }: { after: Position | null; limit: number }): Promise<ListedApiKey[]> {
  let query = apiKeys(tx)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(k.created_at, k.id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

export function findApiKey(tx: Tx, id: string): Promise<ListedApiKey> {
  return apiKeys(tx).where('k.id', '=', id).executeTakeFirstOrThrow()
}
