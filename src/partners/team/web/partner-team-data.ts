import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type colleagueChange, type colleagueForm, type Team, teamRoutes } from '../api.ts'

/** The people of a partner, for staff. */
export const partnerTeamQuery = (id: string) =>
  queryOptions({
    queryKey: ['partners', 'one', id, 'team'],
    queryFn: ({ signal }) => call(teamRoutes.partnerTeam, { params: { id }, signal }),
  })

/** Shows what a change has answered, and reads again what names the partner or counts its people. */
async function changed(id: string, work: Promise<Team>): Promise<void> {
  queryClient.setQueryData(partnerTeamQuery(id).queryKey, await work)
  await queryClient.invalidateQueries({ queryKey: ['partners'] })
}

/** What staff change of the people of a partner. */
export const teamOfPartner = (id: string) => ({
  invite: (body: z.output<typeof colleagueForm>) => changed(id, call(teamRoutes.inviteToPartner, { params: { id }, body })),
  change: (personId: string, body: z.output<typeof colleagueChange>) =>
    changed(id, call(teamRoutes.changePersonOfPartner, { params: { id, personId }, body })),
  resend: (personId: string) => changed(id, call(teamRoutes.resendToPersonOfPartner, { params: { id, personId } })),
  end: (personId: string) => changed(id, call(teamRoutes.endPersonOfPartner, { params: { id, personId } })),
  chooseMain: (personId: string) => changed(id, call(teamRoutes.chooseMainPerson, { params: { id }, body: { personId } })),
  resetSecondFactor: (personId: string, reason: string) =>
    changed(id, call(teamRoutes.resetSecondFactorOfPerson, { params: { id, personId }, body: { reason } })),
  allow: (colleagues: number | null) => changed(id, call(teamRoutes.allowColleagues, { params: { id }, body: { colleagues } })),
})
