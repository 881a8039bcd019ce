import { everyone } from '#access/domain/audience.ts'
import { tellOfTerms } from '#communication/notifications/server/terms-commands.ts'
import { fieldRefusal, refuseUnless } from '#platform/domain/refusal.ts'
import { listChanges } from '#platform/domain/saved-list.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { mergedList, writePlaces } from '#platform/server/saved-list.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { OffersForm, WrittenOffer } from '../api/offers.ts'
import { maxOffers, type OfferDraft, sameOffer } from '../domain/offer-draft.ts'
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

const itemOf = (row: OfferRow): WrittenOffer => ({
  ...draftOf(row),
  key: row.key,
  archivedAt: row.archived_at?.toISOString() ?? null,
})
const isOpen = ({ archivedAt }: WrittenOffer) => archivedAt === null
const sameItem = (one: WrittenOffer, other: WrittenOffer) => sameOffer(one, other) && isOpen(one) === isOpen(other)

/**
 * Saves the whole list. Refuses `offers_changed_meanwhile` where somebody else has changed the same since, `offer_in_use` for one
 * that is missing and a lead has taken, and `last_open_offer`.
 */
export async function saveOffers(context: TransactionContext, { offers: wanted, expected: read }: OffersForm): Promise<void> {
  const rows = await lockOffers(context.tx)
  const nameOf = ({ staffName }: WrittenOffer) => staffName
  const rules = { path: 'offers', same: sameItem, nameOf, code: 'offers_changed_meanwhile' } as const
  const offers = mergedList({ read, wanted, stored: rows.map(itemOf) }, rules)
  const events = await writeOffers(context, rows, offers)
  await context.recordEvents(events)
  for (const { name, after } of events) if (name === 'offer.put_away') await tellOfOffer(context, after.key)
}

/** Tells those who have brought leads for an offer that it is archived. */
export async function tellOfOffer(context: TransactionContext, offer: string): Promise<void> {
  const rows = await context.tx.selectFrom('leads').select('partner_id').distinct().where('offer_type', '=', offer).execute()
  const bringers = new Set(rows.map(({ partner_id }) => partner_id))
  if (bringers.size === 0) return
  const firstDay = isoDay(context.now, await providerZone(context.tx))
  await tellOfTerms(context, ({ id }) => (bringers.has(id) ? { firstDay, about: 'offer', offer } : null))
}

/**
 * Makes these the offers of the list, in their order; others are archived. It records nothing: the import of a programme does.
 */
export async function replaceOffers(
  context: TransactionContext,
  offers: readonly (OfferDraft & { readonly key: string })[],
): Promise<void> {
  const rows = await lockOffers(context.tx)
  const away = context.now.toISOString()
  const others = rows.map(itemOf).filter(({ key }) => !offers.some((offer) => offer.key === key))
  await writeOffers(context, rows, [
    ...offers.map((offer) => ({ ...offer, archivedAt: null })),
    ...others.map((offer) => ({ ...offer, archivedAt: offer.archivedAt ?? away })),
  ])
}

/** Writes what differs, under the lock of the list: the events that tell it. */
async function writeOffers(
  { tx, now }: TransactionContext,
  rows: readonly OfferRow[],
  offers: readonly WrittenOffer[],
): Promise<NewEvent[]> {
  const { added, changed, removed, order } = listChanges(rows.map(itemOf), offers, sameItem)
  if (offers.length > maxOffers) throw fieldRefusal('offers', m.tooManyOffers({ max: maxOffers }))
  refuseUnless(offers.some(isOpen), 'last_open_offer', m.lastOpenOffer())
  const events: NewEvent[] = []
  const archiving = ({ key, archivedAt }: WrittenOffer) =>
    events.push({ name: archivedAt === null ? 'offer.brought_back' : 'offer.put_away', ...aboutAll, after: { key } })
  for (const offer of removed) {
    const { key, staffName: name } = offer
    refuseUnless(rows.find((row) => row.key === key)?.used_at === null, 'offer_in_use', m.offerInUse({ name }))
    // The first lead may have taken it meanwhile: then the policy leaves it.
    const { numDeletedRows } = await tx.deleteFrom('offers').where('key', '=', key).executeTakeFirstOrThrow()
    refuseUnless(numDeletedRows > 0n, 'offer_in_use', m.offerInUse({ name }))
    events.push({ name: 'offer.deleted', ...aboutAll, before: { key, ...draftIn(offer) } })
  }
  for (const offer of added) {
    const { key } = offer
    const place = rows.length + offers.indexOf(offer) + 1
    const values = { key, ...toColumns(offer), place, changed_at: now }
    await tx.insertInto('offers').values(values).execute()
    events.push({ name: 'offer.added', ...aboutAll, after: { key, ...draftIn(offer) } })
  }
  const archived = added.filter((offer) => !isOpen(offer)).map((after) => ({ before: { ...after, archivedAt: null }, after }))
  for (const { before, after } of [...changed, ...archived]) {
    const { key } = after
    const isMoved = isOpen(before) !== isOpen(after)
    const moved = isMoved ? { archived_at: isOpen(after) ? null : now } : {}
    await tx
      .updateTable('offers')
      .set({ ...toColumns(after), ...moved, changed_at: now })
      .where('key', '=', key)
      .execute()
    if (!sameOffer(before, after))
      events.push({ name: 'offer.changed', ...aboutAll, before: { key, ...draftIn(before) }, after: { key, ...draftIn(after) } })
    if (isMoved) archiving(after)
  }
  await writePlaces(
    tx,
    'offers',
    offers.map(({ key }) => key),
  )
  if (order) events.push({ name: 'offers.reordered', ...aboutAll, before: { keys: order.before }, after: { keys: order.after } })
  return events
}

/** The fields of an offer that events tell, beside its key. */
const draftIn = ({ key: _key, archivedAt: _away, ...draft }: WrittenOffer): OfferDraft => draft
