import { sql } from 'kysely'
import type { Actor } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Viewer } from './present.ts'

/** The files with which payouts were sent last, by payout, and what became of them there; none for partners, who see no files. */
export async function filesFor(
  { tx, actor }: { readonly tx: Tx; readonly actor: Actor },
  payouts: readonly { readonly id: string }[],
): Promise<Viewer['files']> {
  if (actor.kind !== 'admin' || payouts.length === 0) return new Map()
  const ids = payouts.map(({ id }) => id)
  const rows = await tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payout_files as f', 'f.id', 'l.payout_file_id')
    .select(['l.payout_id', 'l.state', 'f.id', 'f.message_id as reference', 'f.execute_on as executeOn'])
    .where(sql<boolean>`l.payout_id = any(${sql`${ids}::uuid[]`})`)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute()
  return new Map(rows.map(({ payout_id, ...file }) => [payout_id, file]))
}
