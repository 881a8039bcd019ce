import { useMemo } from 'react'
import { useFieldFilters } from '#leads/fields/web/field-filters.ts'
import { useOffers, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import type { BoardFilter } from './board/board-query.ts'

type FurtherFilter = Pick<BoardFilter, 'partnerId' | 'typedBy' | 'duplicates'>

/** The filter that the address of a board holds; `status` shows one column alone. */
export function useLeadFilter(address: ListAddress, { partnerId, typedBy, duplicates }: FurtherFilter) {
  const stages = useStages()
  const offers = useOffers()
  const own = useFieldFilters()
  const { from, to } = address.period
  const search = address.search || undefined
  const status = address.pick('status', [...stages.keys()])
  const offer = address.pick('offer', [...offers.keys()])
  const stale = address.pick('stale', ['yes'])
  const fieldValues = own.chosen(address) || undefined
  const filter = useMemo(
    (): BoardFilter => ({ search, partnerId, typedBy, duplicates, offer, stale, fieldValues, from, to }),
    [search, partnerId, typedBy, duplicates, offer, stale, fieldValues, from, to],
  )
  return { stages, offers, status, filter, fieldFilters: own.filters }
}
