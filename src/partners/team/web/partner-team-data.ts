import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type Team, teamRoutes } from '../api.ts'

type ChoiceOfMain = RequestOf<typeof teamRoutes.chooseMainPerson>['body']

/** The people of a partner, for staff. */
export const partnerTeamQuery = (id: string) =>
  queryOptions({
    queryKey: ['partners', 'one', id, 'team'],
    queryFn: ({ signal }) => call(teamRoutes.partnerTeam, { params: { id }, signal }),
  })

/** Shows what a change has answered, and reads again what names the partner or counts its people. */
async function changed(id: string, work: Promise<Team>): Promise<Team> {
  const team = await work
  queryClient.setQueryData(partnerTeamQuery(id).queryKey, team)
  await queryClient.invalidateQueries({ queryKey: ['partners'] })
  return team
}

/** What staff change of the people of a partner. */
export const teamOfPartner = (id: string) => ({
  invite: (body: RequestOf<typeof teamRoutes.inviteToPartner>['body']) =>
    changed(id, call(teamRoutes.inviteToPartner, { params: { id }, body })),
  change: (personId: string, body: RequestOf<typeof teamRoutes.changePersonOfPartner>['body']) =>
    changed(id, call(teamRoutes.changePersonOfPartner, { params: { id, personId }, body })),
  resend: (personId: string) => changed(id, call(teamRoutes.resendToPersonOfPartner, { params: { id, personId } })),
  end: (personId: string, leadsTo?: string) =>
    changed(id, call(teamRoutes.endPersonOfPartner, { params: { id, personId }, query: { leadsTo } })),
  chooseMain: (body: ChoiceOfMain) => changed(id, call(teamRoutes.chooseMainPerson, { params: { id }, body })),
  resetSecondFactor: (personId: string, reason: string) =>
    changed(id, call(teamRoutes.resetSecondFactorOfPerson, { params: { id, personId }, body: { reason } })),
  allow: (colleagues: number | null) => changed(id, call(teamRoutes.allowColleagues, { params: { id }, body: { colleagues } })),
})
