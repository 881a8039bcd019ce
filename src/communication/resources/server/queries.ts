import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ResourceCategory } from '../domain.ts'

/** The reader and their transaction. */
type Viewing = Pick<TransactionContext, 'tx' | 'actor'>

/** Resources joined with what the reader, a partner, has opened of them; staff have opened nothing. */
function resources({ tx, actor }: Viewing) {
  const viewer = actor.kind === 'partner' ? actor.userId : null
  return tx
    .selectFrom('resources as r')
    .leftJoin('files as f', 'f.id', 'r.file_id')
    .leftJoin('partner_tiers as t', 't.id', 'r.min_tier_id')
    .$if(viewer !== null, (query) =>
      query
        .leftJoin('resource_opens as o', (join) => join.onRef('o.resource_id', '=', 'r.id').on('o.user_id', '=', viewer))
        .select('o.version as opened'),
    )
    .selectAll('r')
    .select(['f.name as file_name', 'f.kind as file_kind', 'f.size as file_size', 't.name as tier_name', 't.names as tier_names'])
}

export type ListedResource = InferResult<ReturnType<typeof resources>>[number]

/** A page of resources visible to the actor, newest first, plus one row to detect a next page. */
export function listResources(
  viewing: Viewing,
  filter: { category?: ResourceCategory | undefined; after: Position | null; limit: number },
): Promise<ListedResource[]> {
  let query = resources(viewing)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(filter.limit + 1)
  if (filter.category) query = query.where('r.category', '=', filter.category)
  if (filter.after) query = query.where(sql<boolean>`(r.created_at, r.id) < (${filter.after.at}, ${filter.after.id}::uuid)`)
  return query.execute()
}

export function findResource(viewing: Viewing, id: string): Promise<ListedResource> {
  return resources(viewing).where('r.id', '=', id).executeTakeFirstOrThrow()
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

/** Versions of a resource that were replaced, newest first. */
export function listVersions(tx: Tx, id: string) {
  return tx
    .selectFrom('resource_versions as v')
    .leftJoin('files as f', 'f.id', 'v.file_id')
    .leftJoin('profiles as p', 'p.user_id', 'v.replaced_by')
    .selectAll('v')
    .select(['f.name as file_name', 'p.full_name as editor_name', 'p.deleted_at as editor_deleted_at'])
    .where('v.resource_id', '=', id)
    .orderBy('v.version', 'desc')
    .execute()
}

export type ListedVersion = Awaited<ReturnType<typeof listVersions>>[number]

/** The file of a replaced version, for staff. */
export function findVersionFile(tx: Tx, id: string, version: number) {
  return tx
    .selectFrom('resource_versions as v')
    .innerJoin('files as f', 'f.id', 'v.file_id')
    .selectAll('f')
    .where('v.resource_id', '=', id)
    .where('v.version', '=', version)
    .executeTakeFirst()
}
