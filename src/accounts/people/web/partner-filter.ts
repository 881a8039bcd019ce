import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '../messages/messages.ts'
import { partnerNamesQuery } from './partner-names.ts'

/** The filter of a list by partner; it has no options until all partners are loaded. */
export function usePartnerFilter() {
  const { data } = useQuery(partnerNamesQuery)
  return useMemo(() => {
    const options = (data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name }))
    return { name: 'partner', label: m.partner(), all: m.allPartners(), searchable: true, options } as const
  }, [data])
}
