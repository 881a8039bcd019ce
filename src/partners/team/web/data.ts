import { queryOptions } from '@tanstack/react-query'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { RequestOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type Team, teamRoutes } from '../api.ts'

export const readTeam = () => call(teamRoutes.team, {})

export const teamQuery = queryOptions({ queryKey: ['team'], queryFn: readTeam })

/** Shows what a change has answered, which is the whole team. */
async function changed(work: Promise<Team>): Promise<Team> {
  const team = await work
  queryClient.setQueryData(teamQuery.queryKey, team)
  return team
}

export const inviteColleague = (body: RequestOf<typeof teamRoutes.inviteColleague>['body']) =>
  changed(call(teamRoutes.inviteColleague, { body }))
export const resendToColleague = (id: string) => changed(call(teamRoutes.resendToColleague, { params: { id } }))
export const changeColleague = (id: string, body: RequestOf<typeof teamRoutes.changeColleague>['body']) =>
  changed(call(teamRoutes.changeColleague, { params: { id }, body }))
export const endColleague = (id: string, leadsTo?: string) =>
  changed(call(teamRoutes.endColleague, { params: { id }, query: { leadsTo } }))

/** Leads that one answer names of somebody. */
const shownLeads = 8

/** The newest leads that somebody of a partner follows; `partnerId` for staff. */
export const leadsOfQuery = (personId: string, partnerId?: string) =>
  queryOptions({
    queryKey: ['leads', 'of', partnerId, personId],
    queryFn: ({ signal }) => call(leadRoutes.listLeads, { query: { typedBy: personId, partnerId, limit: shownLeads }, signal }),
  })

/** Passes a lead to a colleague: its card and its details say whom it is of then. */
export async function passLead(leadId: string, personId: string): Promise<void> {
  await call(teamRoutes.passLead, { params: { id: leadId }, body: { personId } })
  await queryClient.invalidateQueries({ queryKey: ['leads'] })
}
