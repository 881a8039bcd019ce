import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchRoutes } from '#overview/search/api.ts'
import { type HitKind, minTyped } from '#overview/search/domain/search-hits.ts'
import { call } from '#platform/web/app/requests/api.ts'
import {
  IconBuildingBank,
  IconCoinEuro,
  IconFileCertificate,
  IconFileText,
  IconUser,
  IconUserSquareRounded,
  IconUsersGroup,
} from '#platform/web/ui/icons.ts'
import type { PaletteItem } from './palette-items.ts'

const icons: Readonly<Record<HitKind, PaletteItem['icon']>> = {
  registration: IconUser,
  receipt: IconFileCertificate,
  payout: IconCoinEuro,
  bankFile: IconBuildingBank,
  document: IconFileText,
  partnerInvoice: IconFileText,
  clientInvoice: IconFileText,
  clientPayment: IconCoinEuro,
  signature: IconFileCertificate,
  bankAccount: IconBuildingBank,
  lead: IconUser,
  partner: IconUserSquareRounded,
  person: IconUsersGroup,
  contract: IconFileText,
}

/**
 * What the portal finds for the reader. A newer search aborts the previous one, and nothing of it is kept once the palette is
 * closed: an IBAN may have been typed.
 */
export function usePaletteSearch(search: string, go: (path: string) => void) {
  const isLong = search.length >= minTyped
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) => call(searchRoutes.search, { query: { q: search }, signal }),
    enabled: isLong,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const hits = (isLong ? (data?.groups ?? []) : []).flatMap(({ group, hits: ofGroup }) =>
    ofGroup.map(
      ({ kind, id, title, detail, path }): PaletteItem => ({
        id: `${kind}-${id}-${title.replace(/\W+/g, '-')}`,
        group,
        label: title,
        description: detail,
        icon: icons[kind],
        run: () => go(path),
      }),
    ),
  )
  return {
    hits,
    isSearching: isLong && isFetching,
    error: isLong ? error : null,
    isComplete: data?.isComplete ?? true,
  }
}
