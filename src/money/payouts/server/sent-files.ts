import { findLastFiles } from '#money/payout-files/server/queries.ts'
import type { Actor } from '#platform/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
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
