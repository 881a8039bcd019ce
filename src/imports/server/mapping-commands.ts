import type * as z from 'zod/mini'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { importRoutes } from '../api.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { checkMayImport } from './stage-commands.ts'

/** Remembers how files with these titles are mapped: for all staff, or for the people of a partner. */
export async function rememberMapping(
  context: TransactionContext,
  { kind, titlesHash }: { readonly kind: ImportKind; readonly titlesHash: string },
  { titles, mapping }: z.output<typeof importRoutes.rememberMapping.body>,
): Promise<void> {
  checkMayImport(context, kind)
  const { tx, actor, now } = context
  const saved = {
    titles: JSON.stringify(titles),
    mapping: JSON.stringify(mapping),
    saved_by: personOf(context).userId,
    saved_at: now,
  }
  await tx
    .insertInto('import_mappings')
    .values({
      id: newId(),
      kind,
      partner_id: actor.kind === 'admin' ? null : partnerOf(context).id,
      titles_hash: titlesHash,
      ...saved,
    })
    .onConflict((conflict) => conflict.constraint('import_mappings_once').doUpdateSet(saved))
    .execute()
}

export async function forgetMapping(
  context: TransactionContext,
  { kind, titlesHash }: { readonly kind: ImportKind; readonly titlesHash: string },
): Promise<void> {
  checkMayImport(context, kind)
  await context.tx.deleteFrom('import_mappings').where('kind', '=', kind).where('titles_hash', '=', titlesHash).execute()
}
