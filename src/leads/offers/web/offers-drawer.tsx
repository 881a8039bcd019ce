import { useQuery } from '@tanstack/react-query'
import { ListDialog } from '#platform/web/app/forms/list-dialog.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { offersQuery } from './data.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { OfferList } from './offer-list.tsx'

/** The offers in their order; one is edited in the place of the list. */
export default function OffersDrawer({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...offersQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>('offer', ({ key }) => (key ? `offer ${key}` : 'offer'))
  const offers = query.data?.offers
  const offer = offers?.find(({ key }) => key === edited?.key) ?? null
  if (edited && offers && (offer || edited.key === null)) {
    return <OfferDialog key={edited.key} offer={offer} offers={offers} onClose={() => setEdited(null)} />
  }
  return <List onEdit={setEdited} onClose={onClose} />
}

interface ListProps {
  readonly onEdit: (edited: { readonly key: string | null }) => void
  readonly onClose: () => void
}

function List({ onEdit, onClose }: ListProps) {
  const query = useQuery(offersQuery)
  return (
    <ListDialog
      title={m.offers()}
      lead={m.offersLead()}
      addLabel={m.addOffer()}
      onAdd={() => onEdit({ key: null })}
      onClose={onClose}
    >
      {(onSay) => (
        <QueryBoundary query={query}>
          {({ offers }) => <OfferList offers={offers} onEdit={(key) => onEdit({ key })} onSay={onSay} />}
        </QueryBoundary>
      )}
    </ListDialog>
  )
}
