import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { linesForm, namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, chosenKey, count, lines, text, time } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { type OfferDraft, offerErrors, offerMessages, offerNameMax, offerTextMax } from '../domain/offer-draft.ts'
import { m } from '../messages/messages.ts'

const ofAmount = amountMessages(m.theAmount)

/** The key of an offer, by which leads, files and programs name it. */
const offerParams = z.strictObject({ key: chosenKey })

const draftFields = {
  name: text(1, offerNameMax, () => offerMessages.name),
  names: namesForm(offerNameMax),
  staffName: text(1, offerNameMax, () => offerMessages.staffName),
  staffNames: namesForm(offerNameMax),
  description: lines(0, offerTextMax, ''),
  descriptions: linesForm(offerTextMax),
  suggestedCents: z.nullable(typedCents(ofAmount)),
  leastCents: z.nullable(typedCents(ofAmount)),
  mostCents: z.nullable(typedCents(ofAmount)),
  onIntroductions: z.boolean(),
}

const coherent = z.check<OfferDraft>(({ value, issues }) => {
  for (const { path, message } of offerErrors(value)) issues.push({ code: 'custom', input: value, path: [path], message })
})

const names = namesAnswer
const storedDraft = z.object({
  name: z.string(),
  names,
  staffName: z.string(),
  staffNames: names,
  description: z.string(),
  descriptions: names,
  suggestedCents: z.nullable(cents()),
  leastCents: z.nullable(cents()),
  mostCents: z.nullable(cents()),
  onIntroductions: z.boolean(),
})

export const newOfferForm = z.strictObject({ ...draftFields, key: chosenKey }).check(coherent)

export const offerForm = z
  .strictObject({
    ...draftFields,
    /** The offer as it was before editing: saving is refused if somebody else has changed it since. */
    expected: storedDraft,
  })
  .check(coherent)

/** An offer as staff edit it, with its names in every language. */
const editedOffer = z.extend(storedDraft, {
  key: z.string(),
  archivedAt: z.nullable(time),
  /** A lead has taken it once, so that it can no longer be deleted. */
  isUsed: z.boolean(),
  changedAt: time,
})
export type EditedOffer = z.infer<typeof editedOffer>

const offerList = z.object({ offers: z.array(editedOffer) })
const keys = z.array(chosenKey).check(z.minLength(1), z.maxLength(100))

export const offerRoutes = {
  listOffers: route('GET', '/offers', {
    summary: 'The offers in their order, with their names in every language; those that are archived too',
    who: 'admin',
    returns: offerList,
  }),
  addOffer: route('POST', '/offers', {
    summary: 'Add an offer at the end of the list: new leads can take it at once',
    who: 'admin',
    right: 'programme',
    body: newOfferForm,
    returns: offerList,
    status: 201,
  }),
  changeOffer: route('PUT', '/offers/:key', {
    summary:
      'Change the names, the text and the amounts of an offer; its leads keep the names that it had when they took it. ' +
      'Refused with `offers_changed_meanwhile` when it is no longer as `expected`',
    who: 'admin',
    right: 'programme',
    params: offerParams,
    body: offerForm,
    returns: offerList,
    refusals: ['not_found', 'offers_changed_meanwhile'],
  }),
  orderOffers: route('POST', '/offers/order', {
    summary: 'Put the offers into another order; refused with `offers_changed_meanwhile` when they are no longer as `expected`',
    who: 'admin',
    right: 'programme',
    body: z.strictObject({ keys, expected: keys }),
    returns: offerList,
    refusals: ['offers_changed_meanwhile'],
  }),
  archiveOffer: route('POST', '/offers/:key/archive', {
    summary: 'Put an offer away: no new lead takes it, and those that have it keep it',
    who: 'admin',
    right: 'programme',
    params: offerParams,
    returns: offerList,
    refusals: ['not_found', 'last_open_offer'],
  }),
  bringBackOffer: route('POST', '/offers/:key/bring-back', {
    summary: 'Bring an offer back that was archived',
    who: 'admin',
    right: 'programme',
    params: offerParams,
    returns: offerList,
    refusals: ['not_found'],
  }),
  deleteOffer: route('DELETE', '/offers/:key', {
    summary: 'Delete an offer that no lead has ever taken',
    who: 'admin',
    right: 'programme',
    params: offerParams,
    refusals: ['not_found', 'offer_in_use', 'last_open_offer'],
  }),
  offerFigures: route('GET', '/offers/figures', {
    summary: 'Leads and their amounts by offer: all, open, signed and lost',
    who: 'admin',
    returns: z.object({
      figures: z.array(
        z.object({ key: z.string(), count, openCount: count, signedCount: count, lostCount: count, signedCents: centsSum }),
      ),
    }),
  }),
}

type OfferOfEvent = OfferDraft & { readonly key: string }
interface OfferKey {
  readonly key: string
}
interface OfferOrder {
  readonly keys: readonly string[]
}

export const offerEvents = {
  'offer.added': event<null, OfferOfEvent>(null),
  'offer.changed': event<OfferOfEvent, OfferOfEvent>(null),
  'offer.put_away': event<null, OfferKey>(null),
  'offer.brought_back': event<null, OfferKey>(null),
  'offer.deleted': event<OfferOfEvent, null>(null),
  'offers.reordered': event<OfferOrder, OfferOrder>(null),
}
