import { keyFor } from '#platform/domain/keys.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type EditedOffer, offerForm, writtenOffer } from '../api/offers.ts'
import type { OfferDraft } from '../domain/offer-draft.ts'
import { m } from '../messages/messages.ts'
import { saveOffers } from './data.ts'

const amounts = ['suggestedCents', 'leastCents', 'mostCents'] as const
type Amount = (typeof amounts)[number]

/** An offer as typed: amounts are not necessarily numbers. */
export interface TypedOffer extends Omit<OfferDraft, Amount>, Readonly<Record<Amount, string>>, Record<string, unknown> {
  /** Empty for a new offer as long as it follows from the name. */
  readonly key: string
}

const blank: OfferDraft = {
  name: '',
  names: {},
  staffName: '',
  staffNames: {},
  description: '',
  descriptions: {},
  suggestedCents: null,
  leastCents: null,
  mostCents: null,
  onIntroductions: false,
}

const draftOf = (offer: EditedOffer): OfferDraft => {
  const { key: _key, archivedAt: _away, ...draft } = writtenOffer(offer)
  return draft
}

const amountText = (cents: number | null) => (cents === null ? '' : eurosInputText(cents))

const typed = (draft: OfferDraft, key: string): TypedOffer => ({
  ...draft,
  suggestedCents: amountText(draft.suggestedCents),
  leastCents: amountText(draft.leastCents),
  mostCents: amountText(draft.mostCents),
  key,
})

const labels = {
  name: m.partnersName(),
  names: m.partnersName(),
  staffName: m.staffsName(),
  staffNames: m.staffsName(),
  description: m.description(),
  descriptions: m.description(),
  suggestedCents: m.suggested(),
  leastCents: m.least(),
  mostCents: m.most(),
  onIntroductions: m.onIntroductions(),
}

/** The form of an offer, or of a new one: `others` are the offers that there are. */
export function useOfferForm(offer: EditedOffer | null, others: readonly EditedOffer[], onClose: () => void) {
  const initial = typed(offer ? draftOf(offer) : blank, offer?.key ?? '')
  const keyOf = (values: TypedOffer) =>
    values.key ||
    keyFor(
      values.staffName || values.name,
      others.map(({ key }) => key),
      'offer',
    )
  const form = useDraftForm<typeof offerForm, TypedOffer>({
    shape: offerForm,
    initial,
    draft: offer ? `offer ${offer.key}` : 'offer',
    labels,
    toRequestBody: ({ key, ...values }) => ({
      ...values,
      ...Object.fromEntries(amounts.map((name) => [name, typedEuros(values[name])])),
      key: keyOf({ ...values, key } as TypedOffer),
      archivedAt: offer?.archivedAt ?? null,
    }),
    errorTitle: m.offerNotSaved(),
    send: async (input) => {
      await saveOffers(offer ? others.map((each) => (each === offer ? input : each)) : [...others, input], others, input.key)
      toastSuccess(m.offerSaved(), m.everybodySeesIt())
      onClose()
    },
    onFailure: (error) => toastFailure(m.offerNotSaved(), error),
  })
  return {
    ...form,
    /** The key that the offer has, or gets. */
    key: offer?.key ?? keyOf(form.values),
  }
}
export type OfferForm = ReturnType<typeof useOfferForm>
