import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { partnerNamesQuery } from './data.ts'

/** All partners as options of a filter; empty until they are loaded. */
export function usePartnerOptions(): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useQuery(partnerNamesQuery)
  return useMemo(() => (data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })), [data])
}
