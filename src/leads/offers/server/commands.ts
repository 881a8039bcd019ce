import { tellOfOffer } from '#money/terms/server/tell-commands.ts'
import { everyone } from '#platform/domain/audience.ts'
import { refuseReservedKey } from '#platform/domain/keys.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { maxOffers, type OfferDraft, offerMessages, sameOffer } from '../domain/offer-draft.ts'
import { m } from '../messages/messages.ts'
import { draftOf } from './present.ts'
import { lockOffers, type OfferRow } from './queries.ts'

export const toColumns = (draft: OfferDraft) => ({
  name: draft.name,
  names: JSON.stringify(draft.names),
  staff_name: draft.staffName,
  staff_names: JSON.stringify(draft.staffNames),
  description: draft.description,
  descriptions: JSON.stringify(draft.descriptions),
  suggested_cents: draft.suggestedCents,
  least_cents: draft.leastCents,
  most_cents: draft.mostCents,
  on_introductions: draft.onIntroductions,
})

const aboutAll = { subjectId: null, audience: everyone } as const

/** Every change of an offer locks the whole list first, in its order. */
async function lockOffer({ tx }: TransactionContext, key: string): Promise<{ row: OfferRow; others: OfferRow[] }> {
  const offers = await lockOffers(tx)
  const row = offers.find((each) => each.key === key)
  if (!row) throw new Refusal('not_found', m.noSuchOffer())
  return { row, others: offers.filter((each) => each !== row) }
}

const changedMeanwhile = () => new Refusal('offers_changed_meanwhile', m.offersChangedMeanwhile())

/** Adds an offer at the end of the list. */
export async function addOffer(context: TransactionContext, { key, ...draft }: OfferDraft & { key: string }): Promise<void> {
  const { tx, now } = context
  refuseReservedKey(key)
  const offers = await lockOffers(tx)
  if (offers.some((each) => each.key === key)) throw fieldRefusal('key', offerMessages.keyTwice)
  if (offers.length >= maxOffers) throw fieldRefusal('key', m.tooManyOffers({ max: maxOffers }))
  const last = await tx
    .selectFrom('offers')
    .select((select) => select.fn.max('place').as('place'))
    .executeTakeFirstOrThrow()
  const place = Number(last.place ?? 0) + 1
  await tx
    .insertInto('offers')
    .values({ key, ...toColumns(draft), place, changed_at: now })
    .execute()
  await context.recordEvent({ name: 'offer.added', ...aboutAll, after: { key, ...draft } })
}

/** Changes an offer. Refuses `offers_changed_meanwhile` if it differs from `expected`. */
export async function changeOffer(
  context: TransactionContext,
  key: string,
  { expected, ...draft }: OfferDraft & { expected: OfferDraft },
): Promise<void> {
  const { row } = await lockOffer(context, key)
  const before = draftOf(row)
  if (!sameOffer(before, expected)) throw changedMeanwhile()
  if (sameOffer(before, draft)) return
  await context.tx
    .updateTable('offers')
    .set({ ...toColumns(draft), changed_at: context.now })
    .where('key', '=', key)
    .execute()
  await context.recordEvent({ name: 'offer.changed', ...aboutAll, before: { key, ...before }, after: { key, ...draft } })
}

/** Puts all offers into another order. */
export async function orderOffers(
  context: TransactionContext,
  { keys, expected }: { readonly keys: readonly string[]; readonly expected: readonly string[] },
): Promise<void> {
  const before = (await lockOffers(context.tx)).map(({ key }) => key)
  const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
  if (!isSame(before, expected) || !isSame(keys.toSorted(), before.toSorted())) throw changedMeanwhile()
  if (isSame(before, keys)) return
  for (const [index, key] of keys.entries()) {
    context.post(
      context.tx
        .updateTable('offers')
        .set({ place: index + 1 })
        .where('key', '=', key),
    )
  }
  await context.recordEvent({ name: 'offers.reordered', ...aboutAll, before: { keys: before }, after: { keys } })
}

/** Puts an offer away; nothing if it is already. Refuses `last_open_offer` where no other one is left. */
export async function archiveOffer(context: TransactionContext, key: string): Promise<void> {
  const { row, others } = await lockOffer(context, key)
  if (row.archived_at) return
  refuseUnlessOneIsOpen(others)
  await context.tx
    .updateTable('offers')
    .set({ archived_at: context.now, changed_at: context.now })
    .where('key', '=', key)
    .execute()
  await context.recordEvent({ name: 'offer.put_away', ...aboutAll, after: { key } })
  await tellOfOffer(context, key)
}

export async function bringBackOffer(context: TransactionContext, key: string): Promise<void> {
  const { row } = await lockOffer(context, key)
  if (!row.archived_at) return
  await context.tx.updateTable('offers').set({ archived_at: null, changed_at: context.now }).where('key', '=', key).execute()
  await context.recordEvent({ name: 'offer.brought_back', ...aboutAll, after: { key } })
}

/** Deletes an offer that no lead has ever taken. Refuses `offer_in_use` and `last_open_offer`. */
export async function deleteOffer(context: TransactionContext, key: string): Promise<void> {
  const { row, others } = await lockOffer(context, key)
  refuseUnless(row.used_at === null, 'offer_in_use', m.offerInUse())
  refuseUnlessOneIsOpen(others)
  // The first lead may have taken it meanwhile: then the policy leaves it.
  const { numDeletedRows } = await context.tx.deleteFrom('offers').where('key', '=', key).executeTakeFirstOrThrow()
  refuseUnless(numDeletedRows > 0n, 'offer_in_use', m.offerInUse())
  await context.recordEvent({ name: 'offer.deleted', ...aboutAll, before: { key, ...draftOf(row) } })
}

function refuseUnlessOneIsOpen(others: readonly OfferRow[]): void {
  refuseUnless(
    others.some((each) => each.archived_at === null),
    'last_open_offer',
    m.lastOpenOffer(),
  )
}
