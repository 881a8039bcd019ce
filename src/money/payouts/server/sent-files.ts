import { sql } from 'kysely'
import type { Actor } from '#platform/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { PayoutLineState } from '../domain/payout-lines.ts'
import type { Viewer } from './present.ts'

/** The files with which payouts were sent last, by payout; none for partners, who do not see files. */
export async function filesFor(
  { tx, actor }: { readonly tx: Tx; readonly actor: Actor },
  payouts: readonly { readonly id: string }[],
): Promise<Viewer['files']> {
  if (actor.kind !== 'admin') return new Map()
  const ids = payouts.map(({ id }) => id)
  return findLastFiles(tx, ids)
}

interface LastFile {
  readonly id: string
  readonly reference: string
  readonly executeOn: string
  readonly state: PayoutLineState
}

/** The files with which payouts were sent last, by payout, with what became of them there. */
async function findLastFiles(tx: Tx, payoutIds: readonly string[]): Promise<ReadonlyMap<string, LastFile>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payout_files as f', 'f.id', 'l.payout_file_id')
    .select(['l.payout_id', 'l.state', 'f.id', 'f.message_id as reference', 'f.execute_on as executeOn'])
    .where(sql<boolean>`l.payout_id = any(${sql`${[...payoutIds]}::uuid[]`})`)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute()
  return new Map(rows.map(({ payout_id, ...file }) => [payout_id, file]))
}
