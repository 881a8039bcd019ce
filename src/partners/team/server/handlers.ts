import { partnerOf } from '#access/server/acting.ts'
import { asSystemWithConfirmation, type Confirmation, type Proof } from '#accounts/auth/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { asSystem, type CallerContext } from '#platform/server/http/as-system.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { type Team, teamRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { changeColleague, endColleague, inviteColleague, resendToColleague } from './commands.ts'
import { teamEventHandlers } from './event-handlers.ts'
import { passLead } from './pass-commands.ts'
import { teamData } from './personal-data.ts'
import { readTeam } from './queries.ts'
import { allowColleagues, chooseMainPerson, resetSecondFactorOfPerson } from './staff-commands.ts'

/** Changes a team, and answers what it is then. */
function changeTeam(
  call: OwnCall,
  partnerId: string,
  change: (context: CallerContext, confirmation: Confirmation) => Promise<void>,
  proof: Proof = {},
): Promise<Team> {
  return asSystemWithConfirmation(call, proof, async (context, confirmation) => {
    await change(context, confirmation)
    return readTeam(context.tx, call.actor, partnerId)
  })
}

/** A form, and the proof that comes with it. */
function apart<T extends Proof>({ password, code, passkey, ...form }: T) {
  return [form, { password, code, passkey }] as const
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
    const [form, proof] = apart(call.body)
    return changeTeam(call, id, (context, confirmation) => inviteColleague(context, id, form, confirmation), proof)
  },
  resendToColleague: async (call) => {
    const { id } = partnerOf(call)
    await checkPace(call, id)
    return changeTeam(call, id, (context) => resendToColleague(context, id, call.params.id))
  },
  changeColleague: (call) => {
    const { id } = partnerOf(call)
    const [form, proof] = apart(call.body)
    const { id: personId } = call.params
    return changeTeam(call, id, (context, confirmation) => changeColleague(context, id, personId, form, confirmation), proof)
  },
  endColleague: (call) => {
    const { id } = partnerOf(call)
    return changeTeam(call, id, (context) => endColleague(context, id, call.params.id, call.query.leadsTo))
  },
  passLead: (call) => asSystem(call, (context) => passLead(context, call.params.id, call.body.personId)),
  partnerTeam: async ({ tx, actor, params }) => {
    const team = await readTeam(tx, actor, params.id)
    if (team.people.length === 0) throw new Refusal('not_found', m.noSuchCompany())
    return team
  },
  inviteToPartner: (call) => {
    const { id } = call.params
    const [form, proof] = apart(call.body)
    return changeTeam(call, id, (context, confirmation) => inviteColleague(context, id, form, confirmation), proof)
  },
  changePersonOfPartner: (call) => {
    const { id, personId } = call.params
    const [form, proof] = apart(call.body)
    return changeTeam(call, id, (context, confirmation) => changeColleague(context, id, personId, form, confirmation), proof)
  },
  endPersonOfPartner: (call) => {
    const { id, personId } = call.params
    return changeTeam(call, id, (context) => endColleague(context, id, personId, call.query.leadsTo))
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
  chooseMainPerson: (call) => {
    const { id } = call.params
    const [{ personId }, proof] = apart(call.body)
    return changeTeam(call, id, (context, confirmation) => chooseMainPerson(context, id, personId, confirmation), proof)
  },
}

export const teamSlice = slice({
  routes: teamRoutes,
  handlers: teamHandlers,
  mails: teamEventHandlers,
  constraints: {
    partners_keep_an_owner: ['last_owner', m.lastOwner],
    partners_main_person_owns: ['main_person_stays', m.mainPersonKept],
    partners_main_person_joined: ['invalid_input', m.mainPersonJoined, 'personId'],
  },
  personalData: teamData,
})
