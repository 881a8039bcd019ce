import { useMemo } from 'react'
import { useFieldFilters } from '#leads/fields/web/field-filters.ts'
import { useOffers, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import type { BoardFilter } from './board/board-query.ts'

interface FurtherFilter {
  readonly partnerId?: string | undefined
  readonly typedBy?: string | undefined
  readonly duplicates?: 'yes' | undefined
}

/** The filter that the address of a board holds; `status` shows one column alone. */
export function useLeadFilter(address: ListAddress, { partnerId, typedBy, duplicates }: FurtherFilter = {}) {
  const stages = useStages()
  const offers = useOffers()
  const { search } = address
  const { from, to } = address.period
  const status = address.pick('status', [...stages.keys()])
  const offer = address.pick('offer', [...offers.keys()])
  const stale = address.pick('stale', ['yes'])
  const own = useFieldFilters()
  const fieldValues = own.chosen(address)
  const filter = useMemo(
    (): BoardFilter => ({
      ...(search ? { search } : {}),
      ...(partnerId ? { partnerId } : {}),
      ...(typedBy ? { typedBy } : {}),
      ...(duplicates ? { duplicates } : {}),
      ...(offer ? { offer } : {}),
      ...(stale ? { stale } : {}),
      ...(fieldValues ? { fieldValues } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    }),
    [search, partnerId, typedBy, offer, stale, duplicates, fieldValues, from, to],
  )
  return { stages, offers, status, filter, fieldFilters: own.filters }
}
