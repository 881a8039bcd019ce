import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import type { LeadComment } from '../api/lead-thread.ts'
import type { AuthorOf } from './authors.ts'

function comments(tx: Tx) {
  return tx
    .selectFrom('lead_comments as c')
    .leftJoin('profiles as p', 'p.user_id', 'c.author_id')
    .selectAll('c')
    .select(['p.full_name as author_name', 'p.deleted_at as author_deleted_at'])
}

export type ListedComment = InferResult<ReturnType<typeof comments>>[number]

/** Comments of a lead, newest first. Returns one row more than the limit, to tell whether there is a next page. */
export function listComments(tx: Tx, leadId: string, page: { after: Position | null; limit: number }): Promise<ListedComment[]> {
  let query = comments(tx)
    .where('c.lead_id', '=', leadId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit + 1)
  if (page.after) query = query.where(sql<boolean>`(c.created_at, c.id) < (${page.after.at}, ${page.after.id}::uuid)`)
  return query.execute()
}

export function findComment(tx: Tx, id: string): Promise<ListedComment> {
  return comments(tx).where('c.id', '=', id).executeTakeFirstOrThrow()
}

export function presentComment(row: ListedComment, authorOf: AuthorOf, readerId: string): LeadComment {
  return {
    id: row.id,
    author: authorOf({ id: row.author_id, name: row.author_name, deletedAt: row.author_deleted_at }),
    mine: row.author_id === readerId,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    disputed: row.dispute_id !== null,
  }
}
