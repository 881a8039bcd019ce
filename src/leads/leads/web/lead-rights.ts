import { wonStage } from '#leads/stages/domain/stages.ts'
import { mayDo } from '#platform/web/app/session/rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import type { ListedLead } from '../api/leads.ts'
import { leadAbilities } from '../domain/lead-abilities.ts'
import type { LeadStatus } from '../domain/leads.ts'

/** Whether the signed-in person acts on leads: partners on their own, staff with the right to. The server decides. */
export function useActsOnLeads(): boolean {
  const me = useMe()
  return me.role === 'partner' || mayDo(me, 'leads')
}

/** What the signed-in person may do with a lead now. */
export function useLeadAbilities(lead: Pick<ListedLead, 'settled' | 'share' | 'status'>) {
  return leadAbilities(lead, { mayAct: useActsOnLeads(), isPartner: useMe().role === 'partner' })
}

/** Whether the signed-in person may move a lead to a stage, as far as its partners go: staff sign a lead that is shared. */
export function useDecides({ share }: Pick<ListedLead, 'share'>): (to: LeadStatus) => boolean {
  const isPartner = useMe().role === 'partner'
  return (to) => !(share && isPartner && to === wonStage)
}
