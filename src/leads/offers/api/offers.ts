import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { linesForm, namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, chosenKey, count, lines, text, time } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { maxOffers, type OfferDraft, offerErrors, offerMessages, offerNameMax, offerTextMax } from '../domain/offer-draft.ts'
import { m } from '../messages/messages.ts'

const ofAmount = amountMessages(m.theAmount)

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

const state = {
  key: chosenKey,
  /** When it was archived; null for one that new leads can take. What is sent for a new one counts as now. */
  archivedAt: z.nullable(time),
}

/** An offer of a programme's file. */
export const newOfferForm = z.strictObject({ ...draftFields, key: chosenKey }).check(coherent)

/** An offer of a list that is saved. */
export const offerForm = z.strictObject({ ...draftFields, ...state }).check(coherent)
export type WrittenOffer = z.output<typeof offerForm>

/** An offer as staff edit it, with its names in every language. */
const editedOffer = z.extend(storedDraft, {
  ...state,
  /** A lead has taken it once, so that it can no longer be deleted. */
  isUsed: z.boolean(),
  changedAt: time,
})
export type EditedOffer = z.infer<typeof editedOffer>

/** An offer that was read as it is saved. */
export const writtenOffer = ({ isUsed: _used, changedAt: _at, ...offer }: WrittenOffer & Partial<EditedOffer>): WrittenOffer =>
  offer

const offerList = z.object({ offers: z.array(editedOffer) })
/** The whole list in its order. */
const offersForm = z.strictObject({
  offers: z.array(offerForm).check(z.maxLength(maxOffers, { error: () => m.tooManyOffers({ max: maxOffers }) })),
  /** The list as it was read: what somebody else has changed since stays, unless it is changed here, too. */
  expected: z.array(z.extend(storedDraft, state)),
  dryRun: z.optional(z.boolean()),
})
export type OffersForm = z.output<typeof offersForm>

export const offerRoutes = {
  listOffers: route('GET', '/offers', {
    summary: 'The offers in their order, with their names in every language; those that are archived too',
    who: 'admin',
    returns: offerList,
  }),
  saveOffers: route('PUT', '/offers', {
    summary:
      'Save the whole list of offers: its order, their names, texts and amounts, and which are archived. One that no lead has ' +
      'ever taken is deleted when it is no longer in the list; leads keep the names that theirs had when they took it. What ' +
      'others have changed since `expected` stays; where they have changed the same offer, or the order, it is refused ' +
      'with `offers_changed_meanwhile`. With `dryRun` nothing is saved',
    who: 'admin',
    right: 'programme',
    body: offersForm,
    returns: offerList,
    refusals: ['offers_changed_meanwhile', 'offer_in_use', 'last_open_offer'],
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
