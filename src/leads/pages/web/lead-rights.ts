import { useCallback, useMemo } from 'react'
import { mayDo, useAbility } from '#access/web/rights.ts'
import type { LeadDetail, ListedLead } from '#leads/leads/api/leads.ts'
import { type Acting, leadAbilities, maySign } from '#leads/leads/domain/lead-abilities.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { useMe } from '#platform/web/app/session/session.ts'

/** Whether the signed-in person acts on leads: partners on their own, staff with the right to. The server decides. */
export function useActsOnLeads(): boolean {
  const me = useMe()
  return me.role === 'partner' || mayDo(me, 'leads')
}

/** How the signed-in person acts on leads; the same object as long as nothing of it changes. */
export function useActing(): Acting {
  const mayAct = useActsOnLeads()
  const isPartner = useMe().role === 'partner'
  const mayDecide = useAbility('money')
  return useMemo(() => ({ mayAct, isPartner, mayDecide }), [mayAct, isPartner, mayDecide])
}

/** What the signed-in person may do with a lead now. */
export const useLeadAbilities = (
  lead: Pick<ListedLead, 'settled' | 'share' | 'status' | 'erasedAt'> & Partial<Pick<LeadDetail, 'erasesAt'>>,
) => leadAbilities({ ...lead, isRestricted: lead.erasesAt !== undefined }, useActing())

/** Whether the signed-in person may move a lead to a stage, as far as its money goes. */
export function useDecides(): (lead: Pick<ListedLead, 'share'>, to: LeadStatus) => boolean {
  const acting = useActing()
  return useCallback((lead, to) => to !== wonStage || maySign(lead, acting), [acting])
}
