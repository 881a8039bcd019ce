import { useQuery } from '@tanstack/react-query'
import { nameIn } from '#platform/domain/names.ts'
import { SavedListDrawer, type SavedListParts } from '#platform/web/app/forms/saved-list.tsx'
import type { EditedOffer } from '../api/offers.ts'
import { m } from '../messages/messages.ts'
import { offersQuery, saveOffers } from './data.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { OfferWords } from './offer-words.tsx'

const parts: SavedListParts<EditedOffer> = {
  right: 'programme',
  kind: 'offer',
  labels: {
    title: m.offers(),
    intro: m.offersLead(),
    add: m.addOffer(),
    open: m.openOffers(),
    deleteQuestion: m.deleteQuestion(),
    deleteText: (name) => m.deleteText({ name }),
  },
  archiving: { title: m.archivedOffers(), effect: m.isArchivedText() },
  nameOf: ({ staffName, staffNames }) => nameIn({ name: staffName, names: staffNames }),
  Words: OfferWords,
  Editor: OfferDialog,
  useItems: () => useQuery({ ...offersQuery, select: ({ offers }) => offers, staleTime: 0 }),
  save: saveOffers,
}

/** The offers in their order. */
export default function OffersDrawer({ onClose }: { readonly onClose: () => void }) {
  return <SavedListDrawer parts={parts} onClose={onClose} />
}
