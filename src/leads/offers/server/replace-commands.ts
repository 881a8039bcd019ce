import type { TransactionContext } from '#platform/server/transaction.ts'
import type { OfferDraft } from '../domain/offer-draft.ts'
import { toColumns } from './commands.ts'
import { lockOffers } from './queries.ts'

/**
 * Makes these the offers of the list, in their order; others are archived. It records nothing: the import of a programme does.
 */
export async function replaceOffers(
  { tx, now }: TransactionContext,
  offers: readonly (OfferDraft & { readonly key: string })[],
): Promise<void> {
  const known = (await lockOffers(tx)).map(({ key }) => key)
  for (const [index, { key, ...draft }] of offers.entries()) {
    const values = { ...toColumns(draft), place: index + 1, changed_at: now }
    if (known.includes(key)) {
      await tx
        .updateTable('offers')
        .set({ ...values, archived_at: null })
        .where('key', '=', key)
        .execute()
    } else
      await tx
        .insertInto('offers')
        .values({ key, ...values })
        .execute()
  }
  const others = known.filter((key) => !offers.some((offer) => offer.key === key))
  for (const [index, key] of others.entries()) {
    await tx
      .updateTable('offers')
      .set({ place: offers.length + index + 1 })
      .where('key', '=', key)
      .execute()
    await tx
      .updateTable('offers')
      .set({ archived_at: now, changed_at: now })
      .where('key', '=', key)
      .where('archived_at', 'is', null)
      .execute()
  }
}
