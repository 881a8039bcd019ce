import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { partnerPath } from '#accounts/people/web/partner-link.tsx'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { Me } from '#platform/api/session.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { IconUser, IconUserSquareRounded } from '#platform/web/ui/icons.ts'
import type { PaletteItem } from './palette-items.ts'

/** Maximum results per group. */
const limit = 6
/** Minimum length of a search. */
const shortest = 2

/** Searches leads and, for staff, partners. A newer search aborts the previous one. */
export function usePaletteSearch(me: Me, search: string, go: (path: string) => void) {
  const long = search.length >= shortest
  const isAdmin = me.role === 'admin'
  const leads = useQuery({
    queryKey: ['leads', 'palette', search],
    queryFn: ({ signal }) => call(leadRoutes.listLeads, { query: { search, limit, fields: 'all' }, signal }),
    enabled: long && me.contractSigned,
    placeholderData: keepPreviousData,
  })
  const partners = useQuery({
    queryKey: ['partners', 'palette', search],
    queryFn: ({ signal }) => call(partnerRoutes.listPartners, { query: { search, limit }, signal }),
    enabled: long && isAdmin,
    placeholderData: keepPreviousData,
  })
  const leadsPage = isAdmin ? pagePaths.adminLeads : pagePaths.leads
  const matches: PaletteItem[] = [
    ...(leads.data?.items ?? []).map((lead) => ({
      id: `lead-${lead.id}`,
      group: 'Leads' as const,
      label: lead.name,
      description: [lead.company, lead.email, isAdmin && lead.partner?.name].filter(Boolean).join(' · '),
      icon: IconUser,
      run: () => go(`${leadsPage}?lead=${lead.id}`),
    })),
    ...(partners.data?.items ?? []).map((person) => ({
      id: `partner-${person.id}`,
      group: 'Partners' as const,
      label: person.fullName,
      description: [person.company, person.email].filter(Boolean).join(' · '),
      icon: IconUserSquareRounded,
      run: () =>
        go(
          person.role === 'partner'
            ? partnerPath(person.id)
            : `${pagePaths.partners}?search=${encodeURIComponent(person.fullName)}`,
        ),
    })),
  ]
  return {
    results: long ? matches : [],
    searching: long && (leads.isFetching || partners.isFetching),
    error: long ? (leads.error ?? partners.error) : null,
  }
}
