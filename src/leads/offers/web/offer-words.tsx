import { useQuery } from '@tanstack/react-query'
import { formatEuros } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import item from '#platform/web/app/forms/item-dialog.module.css'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedOffer } from '../api/offers.ts'
import { m } from '../messages/messages.ts'
import { offerFiguresQuery } from './data.ts'

interface Figures {
  readonly count: number
  readonly openCount: number
  readonly signedCount: number
  readonly signedCents: number
}

/** '2 000 € to 4 000 €, proposes 2 500 €', as far as that is said. */
function amountsText({ leastCents, mostCents, suggestedCents }: EditedOffer): string {
  const range =
    leastCents === null || mostCents === null ? '' : m.range({ least: formatEuros(leastCents), most: formatEuros(mostCents) })
  const proposal = suggestedCents === null ? '' : m.proposes({ amount: formatEuros(suggestedCents) })
  return [range, proposal].filter(Boolean).join(', ')
}

function figuresText({ count, openCount, signedCount, signedCents }: Figures): string {
  return m.figuresOfOffer({ count, openCount, signedCount, amount: formatEuros(signedCents) })
}

/** What is said of an offer in the list: what both sides call it, its amounts, and how it does. */
export function OfferWords({ item: offer }: { readonly item: EditedOffer }) {
  const { data } = useQuery(offerFiguresQuery)
  const figures = data?.figures.find(({ key }) => key === offer.key)
  const [forStaff, forPartners] = [nameIn({ name: offer.staffName, names: offer.staffNames }), nameIn(offer)]
  const missing = useMissingNames(offer.names)
  const isForClients = offer.onIntroductions && !offer.archivedAt
  return (
    <>
      <p>
        <span className={item.name}>{forStaff}</span>{' '}
        {forStaff !== forPartners && <span className={item.badge}>{forPartners}</span>}
      </p>
      <SoftText component="p" fz="sm">
        {[amountsText(offer), data && (figures ? figuresText(figures) : m.noLeadYet())].filter(Boolean).join(' · ')}
      </SoftText>
      {(isForClients || missing) && (
        <p className={item.marks}>
          {isForClients && <StatusBadge tone="known">{m.clientsChooseIt()}</StatusBadge>}
          {missing && <SoftText component="span">{missing}</SoftText>}
        </p>
      )}
    </>
  )
}
