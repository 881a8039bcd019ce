import { settingsRoutes } from '#access/api/identity.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { newId } from '#platform/server/ids.ts'
import { MergingWorld } from './merging-world.ts'
import { type Client, password, type TestApp } from './test-app.ts'

let addresses = 0
const colleague = () => {
  addresses += 1
  return { fullName: 'Paul Collègue', email: `collegue${addresses}@exemple.fr`, role: 'manager' as const }
}
const changed = { role: 'accountant' as const, seesAmounts: false, password }

const why = { reason: 'Nouvelle organisation' }

/** Changes of the people of a partner, each of a new one. */
export function teamRequests(staff: () => Client, partner: () => Client, app: () => TestApp) {
  const owner = async () => {
    await staff().call(settingsRoutes.saveSettings, { body: { colleagues: 99 } })
    return partner()
  }
  const invited = async () => {
    const client = await owner()
    const { people } = await client.call(teamRoutes.inviteColleague, { body: colleague() })
    return { client, partnerId: client.userId, personId: people.at(-1)?.id ?? '' }
  }
  const world = () => {
    // So many people come in that an address would have to wait.
    app().pass(120_000)
    return new MergingWorld(app())
  }
  /** A company of its own, since its main person changes. */
  const withSecondOwner = async () => {
    const { userId: partnerId } = await app().newPartner(colleague().email)
    const body = { ...colleague(), role: 'owner' as const, password }
    const { people } = await staff().call(teamRoutes.inviteToPartner, { params: { id: partnerId }, body })
    const personId = people.at(-1)?.id ?? ''
    const token = await app().invitationToken(personId)
    await app()
      .anonymous()
      .call(authRoutes.acceptInvitation, { body: { token, fullName: body.fullName, password } })
    return { partnerId, personId }
  }
  return {
    answerObjection: async () => {
      const { partnerId: id, personId } = await withSecondOwner()
      const { portal } = app()
      const appointmentId = newId()
      await portal.database.asOwner(async (run) => {
        await run(
          `insert into appointments (id, partner_id, person_id, act, made_by, made_at, objected_by, objected_at)
          values ($1, $2, $3, 'role', $2, now(), $2, now())`,
          [appointmentId, id, personId],
        )
      })
      return [staff(), { params: { id, appointmentId }, body: { stays: true, password } }] as const
    },
    chooseMainPerson: async () => {
      const { partnerId: id, personId } = await withSecondOwner()
      return [staff(), { params: { id }, body: { personId, password } }] as const
    },
    inviteColleague: async () => [await owner(), { body: colleague() }] as const,
    resendToColleague: async () => {
      const { client, personId: id } = await invited()
      return [client, { params: { id } }] as const
    },
    changeColleague: async () => {
      const { client, personId: id } = await invited()
      return [client, { params: { id }, body: changed }] as const
    },
    endColleague: async () => {
      const { client, personId: id } = await invited()
      return [client, { params: { id } }] as const
    },
    passLead: async () => {
      const client = await owner()
      const body = { name: 'Zoé', company: 'Passée SARL', email: 'z@client.fr', estimatedAmountCents: 1, offerType: 'star' }
      const { id } = await client.call(leadRoutes.addLead, { body })
      return [client, { params: { id }, body: { personId: client.userId } }] as const
    },
    inviteToPartner: async () => [staff(), { params: { id: partner().userId }, body: colleague() }] as const,
    changePersonOfPartner: async () => {
      const { partnerId: id, personId } = await invited()
      return [staff(), { params: { id, personId }, body: changed }] as const
    },
    resendToPersonOfPartner: async () => {
      const { partnerId: id, personId } = await invited()
      return [staff(), { params: { id, personId } }] as const
    },
    resetSecondFactorOfPerson: async () => {
      const { partnerId: id, personId } = await withSecondOwner()
      const statement = 'update auth.users set two_factor_enabled = true where id = $1'
      await app().portal.database.asOwner((run) => run(statement, [personId]))
      return [staff(), { params: { id, personId }, body: { reason: 'Téléphone perdu' } }] as const
    },
    allowColleagues: async () => [staff(), { params: { id: partner().userId }, body: { colleagues: 7 } }] as const,
    endPersonOfPartner: async () => {
      const { partnerId: id, personId } = await invited()
      return [staff(), { params: { id, personId } }] as const
    },
    movePerson: async () => {
      const { partnerId: id, personId } = await invited()
      const to = await world().owner()
      const query = { personId, toPartnerId: to.userId }
      const { state } = await staff().call(mergingRoutes.movePreview, { params: { id }, query })
      return [staff(), { params: { id }, body: { ...query, ...why, role: 'member', withLeads: false, state } }] as const
    },
    splitPartner: async () => {
      const { userId: personId } = await world().join(partner(), 'member')
      const [id, personIds] = [partner().userId, [personId]]
      const { state } = await staff().call(mergingRoutes.splitPreview, { params: { id }, body: { personIds } })
      const body = { personIds, mainPersonId: personId, company: 'Neuf SARL', withLeads: true, ...why, state }
      return [staff(), { params: { id }, body }] as const
    },
    mergePartner: async () => {
      const [from, into] = [await world().owner(), partner()]
      const params = { id: from.userId }
      const query = { intoPartnerId: into.userId }
      const { state } = await staff().call(mergingRoutes.mergePreview, { params, query })
      return [staff(), { params, body: { ...query, ...why, ownersBecome: 'manager', state, password } }] as const
    },
  }
}
