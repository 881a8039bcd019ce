import { useQuery } from '@tanstack/react-query'
import { nameIn } from '#platform/domain/names.ts'
import { SavedListDrawer, type SavedListParts } from '#platform/web/app/forms/saved-list.tsx'
import { m } from '../messages/messages.ts'
import { editableTiersQuery, type ListedTier, saveTiers } from './data.ts'
import { TierDialog } from './tier-dialog.tsx'
import { TierWords } from './tier-words.tsx'
import { TiersReviewDialog } from './tiers-review.tsx'

const parts: SavedListParts<ListedTier> = {
  right: 'programme',
  kind: 'tier',
  labels: {
    title: m.commissionTiers(),
    intro: m.tiersLead(),
    add: m.addTier(),
    open: m.tiers(),
    empty: m.noTiers(),
    deleteQuestion: m.deleteTierQuestion(),
    deleteText: (name) => m.deleteTierText({ name }),
  },
  archiving: { title: m.archivedTiers(), effect: m.existingKeepRate() },
  // They stand by their thresholds.
  mayPass: null,
  nameOf: (tier) => nameIn(tier),
  Words: TierWords,
  Editor: TierDialog,
  Review: TiersReviewDialog,
  useItems: () =>
    useQuery({
      ...editableTiersQuery,
      select: ({ tiers }) => tiers.map(({ id: key, ...tier }) => ({ key, ...tier })),
      staleTime: 0,
    }),
  save: saveTiers,
}

/** The tiers, lowest first; each change is reviewed before it is saved. */
export default function TiersDialog({ onClose }: { readonly onClose: () => void }) {
  return <SavedListDrawer parts={parts} onClose={onClose} />
}
