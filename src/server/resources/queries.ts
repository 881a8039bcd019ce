import type { InferResult } from 'kysely'
import { sql } from 'kysely'
import type { ResourceCategory } from '#domain/resources.ts'
import type { Tx } from '../db/database.ts'
import type { Position } from '../http/cursor.ts'

function resources(tx: Tx) {
  return tx
    .selectFrom('resources as r')
    .leftJoin('files as f', 'f.id', 'r.file_id')
    .leftJoin('partner_tiers as t', 't.id', 'r.min_tier_id')
    .selectAll('r')
    .select(['f.name as file_name', 'f.kind as file_kind', 'f.size as file_size', 't.name as min_tier_name'])
}

export type ListedResource = InferResult<ReturnType<typeof resources>>[number]

/** A page of resources visible to the actor, newest first, plus one row to detect a next page. */
export function listResources(
  tx: Tx,
  filter: { category?: ResourceCategory | undefined; after: Position | null; limit: number },
): Promise<ListedResource[]> {
  let query = resources(tx)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(filter.limit + 1)
  if (filter.category) query = query.where('r.category', '=', filter.category)
  if (filter.after) query = query.where(sql<boolean>`(r.created_at, r.id) < (${filter.after.at}, ${filter.after.id}::uuid)`)
  return query.execute()
}

export function findResource(tx: Tx, id: string): Promise<ListedResource> {
  return resources(tx).where('r.id', '=', id).executeTakeFirstOrThrow()
}

/** The file of a resource that the caller may read. */
export function findResourceFile(tx: Tx, id: string) {
  return tx
    .selectFrom('resources as r')
    .innerJoin('files as f', 'f.id', 'r.file_id')
    .selectAll('f')
    .where('r.id', '=', id)
    .executeTakeFirst()
}
