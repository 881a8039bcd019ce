import { mayDo } from '#platform/web/app/session/rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import type { ListedLead } from '../api/leads.ts'
import { leadAbilities } from '../domain/lead-abilities.ts'

/** Whether the signed-in person acts on leads: partners on their own, staff with the right to. The server decides. */
export function useActsOnLeads(): boolean {
  const me = useMe()
  return me.role === 'partner' || mayDo(me, 'leads')
}

/** What the signed-in person may do with a lead now. */
export function useLeadAbilities(lead: Pick<ListedLead, 'settled'>) {
  return leadAbilities(lead, useActsOnLeads())
}
