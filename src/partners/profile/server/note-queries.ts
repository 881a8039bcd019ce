import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'

function notes(tx: Tx) {
  return tx
    .selectFrom('partner_notes as n')
    .innerJoin('profiles as p', 'p.user_id', 'n.author_id')
    .selectAll('n')
    .select(['p.full_name as author_name', 'p.deleted_at as author_deleted_at'])
}

export type ListedNote = InferResult<ReturnType<typeof notes>>[number]

/** Notes about a partner, newest first. Returns one row more than the limit, to tell whether there is a next page. */
export function listNotes(tx: Tx, partnerId: string, page: { after: Position | null; limit: number }): Promise<ListedNote[]> {
  let query = notes(tx)
    .where('n.partner_id', '=', partnerId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(page.limit + 1)
  if (page.after) query = query.where(sql<boolean>`(n.created_at, n.id) < (${page.after.at}, ${page.after.id}::uuid)`)
  return query.execute()
}

export function findNote(tx: Tx, partnerId: string, id: string): Promise<ListedNote | undefined> {
  return notes(tx).where('n.id', '=', id).where('n.partner_id', '=', partnerId).executeTakeFirst()
}
