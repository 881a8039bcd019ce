import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/domain/refusal.ts'
import { asSystem, type CallerContext } from '#platform/server/http/as-system.ts'
import { bind, type Handlers, type OwnCall } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import type { Portal } from '#platform/server/portal.ts'
import { partnerOf } from '#platform/server/transaction.ts'
import { type Team, teamRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { changeColleague, endColleague, inviteColleague, resendToColleague } from './commands.ts'
import { passLead } from './pass-commands.ts'
import { readTeam } from './queries.ts'
import { allowColleagues, chooseMainPerson, resetSecondFactorOfPerson } from './staff-commands.ts'

/** Changes a team, and answers what it is then. */
function changeTeam(call: OwnCall, partnerId: string, change: (context: CallerContext) => Promise<void>): Promise<Team> {
  return asSystem(call, async (context) => {
    await change(context)
    return readTeam(context.tx, call.actor, partnerId)
  })
}

/** An owner who invites and withdraws again and again would write to strangers in the provider's name. */
async function checkPace(call: OwnCall, partnerId: string): Promise<void> {
  const words = m.tooManyInvitations()
  await countAttempt(call.portal, [{ key: `colleagues ${partnerId}`, max: 20, windowSeconds: 3600, words }])
}

const teamHandlers: Handlers<typeof teamRoutes> = {
  team: (call) => readTeam(call.tx, call.actor, partnerOf(call).id),
  inviteColleague: async (call) => {
    const { id } = partnerOf(call)
    await checkPace(call, id)
    return changeTeam(call, id, (context) => inviteColleague(context, id, call.body))
  },
  resendToColleague: async (call) => {
    const { id } = partnerOf(call)
    await checkPace(call, id)
    return changeTeam(call, id, (context) => resendToColleague(context, id, call.params.id))
  },
  changeColleague: (call) => {
    const { id } = partnerOf(call)
    return changeTeam(call, id, (context) => changeColleague(context, id, call.params.id, call.body))
  },
  endColleague: (call) => {
    const { id } = partnerOf(call)
    return changeTeam(call, id, (context) => endColleague(context, id, call.params.id))
  },
  passLead: (call) => asSystem(call, (context) => passLead(context, call.params.id, call.body.personId)),
  partnerTeam: async ({ tx, actor, params }) => {
    const team = await readTeam(tx, actor, params.id)
    if (team.people.length === 0) throw new Refusal('not_found', m.noSuchCompany())
    return team
  },
  inviteToPartner: (call) => changeTeam(call, call.params.id, (context) => inviteColleague(context, call.params.id, call.body)),
  changePersonOfPartner: (call) => {
    const { id, personId } = call.params
    return changeTeam(call, id, (context) => changeColleague(context, id, personId, call.body))
  },
  endPersonOfPartner: (call) => {
    const { id, personId } = call.params
    return changeTeam(call, id, (context) => endColleague(context, id, personId))
  },
  resendToPersonOfPartner: (call) => {
    const { id, personId } = call.params
    return changeTeam(call, id, (context) => resendToColleague(context, id, personId))
  },
  allowColleagues: (call) =>
    changeTeam(call, call.params.id, (context) => allowColleagues(context, call.params.id, call.body.colleagues)),
  resetSecondFactorOfPerson: async (call) => {
    const { id, personId } = call.params
    await resetSecondFactorOfPerson(call, id, personId, call.body.reason)
    return readTeam(call.tx, call.actor, id)
  },
  chooseMainPerson: (call) =>
    changeTeam(call, call.params.id, (context) => chooseMainPerson(context, call.params.id, call.body.personId)),
}

export function registerTeam(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, teamRoutes, teamHandlers)
}
