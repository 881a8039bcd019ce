import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { sessionRoutes } from '#access/api/session.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { teamRoutes } from '../api.ts'

const lead = (company: string) => ({
  name: 'Zoé Cliente',
  company,
  email: `zoe@${company.length}client.example`,
  estimatedAmountCents: 500_000,
  offerType: 'star' as const,
})

describe.each(databaseKinds('full'))('the people of a partner on %s', (databaseKind) => {
  let app: TestApp
  let companies = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    await allow(4)
  })
  afterAll(() => app.close())

  const allow = (colleagues: number) => app.admin.call(settingsRoutes.saveSettings, { body: { colleagues } })
  /** An owner of a company of their own. */
  const newOwner = () => {
    companies += 1
    return app.newPartner(`owner${companies}@exemple.fr`, 'Olga Propriétaire')
  }
  const invite = (owner: Client, email: string, role: PartnerRole, seesAmounts = false) =>
    owner.try(teamRoutes.inviteColleague, { body: { fullName: 'Paul Collègue', email, role, seesAmounts, password } })
  const tokenFor = (id: string) => app.invitationToken(id)
  const accept = async (id: string, fullName = 'Paul Collègue') => {
    const client = app.anonymous()
    await client.call(authRoutes.acceptInvitation, { body: { token: await tokenFor(id), fullName, password } })
    client.userId = id
    return client
  }
  let addresses = 0
  /** A colleague who has come in. */
  const join = async (owner: Client, role: PartnerRole, seesAmounts = false) => {
    addresses += 1
    const { status, body } = await invite(owner, `colleague${addresses}@exemple.fr`, role, seesAmounts)
    expect(status).toBe(201)
    return accept(body.people.at(-1)?.id ?? '')
  }
  const teamOf = (client: Client) => client.call(teamRoutes.team, {})
  const end = (by: Client, who: Client) => by.try(teamRoutes.endColleague, { params: { id: who.userId }, query: {} })
  const change = (by: Client, who: Client, role: PartnerRole, seesAmounts = false) =>
    by.try(teamRoutes.changeColleague, { params: { id: who.userId }, body: { role, seesAmounts, password } })
  /** Who was told of owners and accountants may be ended then. */
  const aWeekLater = () =>
    app.portal.database.asOwner((run) => run("update appointments set made_at = made_at - interval '8 days'"))
  const pass = (by: Client, id: string, to: Client) =>
    by.try(teamRoutes.passLead, { params: { id }, body: { personId: to.userId } })
  const addLead = async (by: Client, company: string) => (await by.call(leadRoutes.addLead, { body: lead(company) })).id
  const leadsOf = async (client: Client) => (await client.call(leadRoutes.listLeads, { query: {} })).items.map(({ id }) => id)
  const meOf = async (client: Client) => (await client.call(sessionRoutes.currentSession, {})).me

  test('is one person whose portal says nothing of a team while the provider allows none', async () => {
    await allow(0)
    const owner = await newOwner()
    expect(await meOf(owner)).toMatchObject({ partner: { id: owner.userId, role: 'owner', hasTeam: false } })
    expect(await teamOf(owner)).toMatchObject({ colleagues: 0, can: { invite: false }, people: [{ isMain: true }] })
    const refused = await invite(owner, 'zero@exemple.fr', 'member')
    expect(refused).toMatchObject({ status: 409, body: { code: 'team_full', facts: { max: 0 } } })
    await allow(4)
    expect(await meOf(owner)).toMatchObject({ partner: { hasTeam: true } })
  })

  test('come by an owner’s invitation, sign nothing, and are told what they may', async () => {
    const owner = await newOwner()
    const member = await join(owner, 'member')
    expect(await meOf(member)).toMatchObject({
      role: 'partner',
      contractSigned: true,
      partner: { id: owner.userId, role: 'member', abilities: ['leads'], hasTeam: true },
    })
    const { people } = await teamOf(member)
    expect(people.map(({ id, role, state, can }) => [id, role, state, can.end])).toEqual([
      [owner.userId, 'owner', 'active', false],
      [member.userId, 'member', 'active', false],
    ])
    expect((await teamOf(owner)).people.map(({ can }) => can.end)).toEqual([false, true])
  })

  test('are no more than the provider allows, also when two are invited at once', async () => {
    const owner = await newOwner()
    await allow(2)
    await join(owner, 'manager')
    const outcomes = await Promise.all(['one', 'two'].map((name) => invite(owner, `${name}-at-once@exemple.fr`, 'accountant')))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = outcomes.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'team_full', facts: { max: 2 } })
    expect(refused?.body.detail).toContain('2 collègues')
    await allow(4)
  })

  test('have an address that nobody else signs in with, which staff are told', async () => {
    const [{ userId: id }, other] = [await newOwner(), await newOwner()]
    const { email } = (await meOf(other)) ?? { email: '' }
    const body = { fullName: 'Paul Collègue', email, role: 'member' as const }
    const refused = await app.admin.try(teamRoutes.inviteToPartner, { params: { id }, body })
    expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('are invited, changed and ended by owners alone', async () => {
    const owner = await newOwner()
    const manager = await join(owner, 'manager')
    const member = await join(owner, 'member')
    for (const { status, body } of [
      await invite(manager, 'von-manager@exemple.fr', 'member'),
      await end(manager, member),
      await change(member, manager, 'owner'),
    ]) {
      expect([status, body.code]).toEqual([403, 'partner_role_missing'])
    }
  })

  test('of another company are nobody’s to change', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const member = await join(owner, 'member')
    expect(await end(other, member)).toMatchObject({ status: 404 })
    expect(await change(other, member, 'owner')).toMatchObject({ status: 404 })
    const id = await addLead(owner, 'Fremde SARL')
    expect(await pass(other, id, other)).toMatchObject({ status: 404 })
    expect(await pass(owner, id, other)).toMatchObject({ status: 422 })
  })

  test('read what their role says from the next request on', async () => {
    const owner = await newOwner()
    const person = await join(owner, 'accountant')
    const id = await addLead(owner, 'Rôle SARL')
    expect((await person.try(leadRoutes.listLeads, { query: {} })).status).toBe(403)
    expect((await change(owner, person, 'manager')).status).toBe(200)
    expect(await leadsOf(person)).toEqual([id])
    expect((await change(owner, person, 'member')).status).toBe(200)
    expect(await leadsOf(person)).toEqual([])
    expect((await person.try(commissionRoutes.listCommissions, { query: {} })).status).toBe(403)
    expect((await change(owner, person, 'member', true)).status).toBe(200)
    expect((await person.try(commissionRoutes.listCommissions, { query: {} })).status).toBe(200)
  })

  test('keep an owner: nobody ends themselves, nor the main person', async () => {
    const owner = await newOwner()
    const second = await join(owner, 'owner')
    expect(await end(owner, owner)).toMatchObject({ status: 403, body: { code: 'own_role' } })
    expect(await change(owner, owner, 'member')).toMatchObject({ status: 403, body: { code: 'own_role' } })
    expect(await end(second, owner)).toMatchObject({ status: 409, body: { code: 'main_person_stays' } })
    expect(await change(second, owner, 'member')).toMatchObject({ status: 409, body: { code: 'main_person_stays' } })
    expect((await end(owner, second)).status).toBe(200)
  })

  test('get another main person from staff: an owner who has come in; the former one can be ended then', async () => {
    const owner = await newOwner()
    const [second, manager] = [await join(owner, 'owner'), await join(owner, 'manager')]
    const choose = (personId: string, by = app.admin) =>
      by.try(teamRoutes.chooseMainPerson, { params: { id: owner.userId }, body: { personId, password } })
    const { body: invited } = await invite(owner, 'nicht-da@exemple.fr', 'owner')
    for (const personId of [manager.userId, invited.people.at(-1)?.id ?? '', app.admin.userId]) {
      expect(await choose(personId)).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    }
    expect((await choose(second.userId, second)).status).toBe(403)
    const { status, body } = await choose(second.userId)
    expect([status, body.people[0]]).toMatchObject([
      200,
      { id: second.userId, isMain: true, can: { change: false, makeMain: false } },
    ])
    expect(body.people.find(({ id }) => id === owner.userId)?.can).toMatchObject({ change: true, end: true, makeMain: true })
    // Who was told may object for a week.
    for (const by of [second, app.admin]) {
      const path = by === second ? teamRoutes.endColleague : teamRoutes.endPersonOfPartner
      const params = { id: owner.userId, personId: owner.userId }
      expect((await by.try(path, { params, query: {} })).body.code).toBe('role_objected')
    }
    await aWeekLater()
    expect((await end(second, owner)).status).toBe(200)
    expect((await teamOf(second)).people.map(({ id }) => id)).not.toContain(owner.userId)
  })

  test('have a number of colleagues of their own where staff say so, and else the programme’s', async () => {
    const owner = await newOwner()
    const params = { id: owner.userId }
    const limit = (colleagues: number | null, by = app.admin) =>
      by.try(teamRoutes.allowColleagues, { params, body: { colleagues } })
    await allow(0)
    expect((await limit(1, owner)).status).toBe(403)
    expect((await limit(100)).status).toBe(422)
    expect((await limit(1)).body).toMatchObject({ colleagues: 1, ownColleagues: 1 })
    expect(await meOf(owner)).toMatchObject({ partner: { hasTeam: true } })
    expect((await invite(owner, 'erste@exemple.fr', 'member')).status).toBe(201)
    expect(await invite(owner, 'zweite@exemple.fr', 'member')).toMatchObject({ status: 409, body: { facts: { max: 1 } } })
    expect((await limit(null)).body).toMatchObject({ colleagues: 0, ownColleagues: null })
    await allow(4)
    expect((await invite(owner, 'zweite@exemple.fr', 'member')).status).toBe(201)
  })

  test('are counted in the list of partners and in its file; staff have no number', async () => {
    const owner = await newOwner()
    await join(owner, 'member')
    const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })
    expect(items.find(({ id }) => id === owner.userId)?.people).toBe(2)
    expect(items.find(({ role }) => role === 'admin')?.people).toBeNull()
    const csv = (await app.admin.send('GET', '/api/partners.csv')).body.split('\r\n')
    expect(csv[0]).toMatch(/;"?People"?$/)
    expect(csv.find((line) => line.includes(owner.userId))).toMatch(/;"?2"?$/)
  })

  test('who is chosen as the main person while they are ended: one of the two happens', async () => {
    for (let round = 0; round < 3; round += 1) {
      const owner = await newOwner()
      const second = await join(owner, 'owner')
      const params = { id: owner.userId }
      const [ended, chosen] = await Promise.all([
        end(owner, second),
        app.admin.try(teamRoutes.chooseMainPerson, { params, body: { personId: second.userId, password } }),
      ])
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([ended.status, chosen.status])
    }
  })

  test('two owners who end each other: one does, the other has gone', async () => {
    const owner = await newOwner()
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [await join(owner, 'owner'), await join(owner, 'owner')]
      const outcomes = await Promise.all([end(one, two), end(two, one)])
      const [first, second] = outcomes.map(({ status }) => status).toSorted()
      // Who came last is not rid of who was told of it, and may object.
      expect([first, [401, 403, 409].includes(second ?? 0)]).toEqual([200, true])
      const { people } = await teamOf(owner)
      expect(people).toHaveLength(2)
      await aWeekLater()
      await owner.call(teamRoutes.endColleague, { params: { id: people[1]?.id ?? '' }, query: {} })
    }
  })

  test('who is ended is signed out, has no link left and leaves the leads to the company', async () => {
    const owner = await newOwner()
    const member = await join(owner, 'member')
    const { email } = (await meOf(member)) ?? { email: '' }
    const id = await addLead(member, 'Restée SARL')
    await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email } })
    await queueAtRest(app)
    expect((await end(owner, member)).status).toBe(200)
    expect(await meOf(member)).toBeNull()
    expect((await member.try(leadRoutes.listLeads, { query: {} })).status).toBe(401)
    expect((await member.try(authRoutes.signIn, { body: { email, password } })).status).toBe(401)
    const left = await app.portal.database.asOwner((run) =>
      run(
        `select (select count(*) from password_resets where user_id = $1 and used_at is null)
          + (select count(*) from auth.sessions where user_id = $1) + (select count(*) from auth.users where id = $1) as open,
          (select typed_by from leads where id = $2) as typed_by`,
        [member.userId, id],
      ),
    )
    expect(left.rows.map(({ open, typed_by }) => [Number(open), typed_by])).toEqual([[0, member.userId]])
    expect(await leadsOf(owner)).toContain(id)
    // Their address can be invited again, and begins with nothing.
    const again = await invite(owner, email, 'member')
    expect(again.status).toBe(201)
    expect(await leadsOf(await accept(again.body.people.at(-1)?.id ?? ''))).toEqual([])
  })

  test('an invitation that is withdrawn opens nothing', async () => {
    const owner = await newOwner()
    const { body } = await invite(owner, 'withdrawn@exemple.fr', 'member')
    const id = body.people.at(-1)?.id ?? ''
    const token = await tokenFor(id)
    expect((await owner.try(teamRoutes.endColleague, { params: { id }, query: {} })).status).toBe(200)
    const answer = { body: { token, fullName: 'Paul', password } }
    expect((await app.anonymous().try(authRoutes.acceptInvitation, answer)).status).toBe(410)
  })

  test('an invitation that is sent again opens by the new link alone, until it is accepted', async () => {
    const owner = await newOwner()
    const { body } = await invite(owner, 'again@exemple.fr', 'member')
    const id = body.people.at(-1)?.id ?? ''
    const former = await tokenFor(id)
    const resend = (by: Client) => by.try(teamRoutes.resendToColleague, { params: { id } })
    expect(await resend(await join(owner, 'manager'))).toMatchObject({ status: 403, body: { code: 'partner_role_missing' } })
    expect((await resend(await newOwner())).status).toBe(404)
    expect((await resend(owner)).status).toBe(200)
    const answer = { token: former, fullName: 'Paul', password }
    expect((await app.anonymous().try(authRoutes.acceptInvitation, { body: answer })).status).toBe(410)
    await accept(id)
    expect(await resend(owner)).toMatchObject({ status: 409, body: { code: 'invitation_not_pending' } })
  })

  test('an invitation is not accepted once the company is deleted, nor while it is', async () => {
    for (const atOnce of [false, true]) {
      const owner = await newOwner()
      const { body } = await invite(owner, `deleted${atOnce}@exemple.fr`, 'member')
      const id = body.people.at(-1)?.id ?? ''
      const token = await tokenFor(id)
      const client = app.anonymous()
      const remove = app.admin.try(partnerRoutes.deletePartner, { params: { id: owner.userId }, query: {} })
      if (!atOnce) expect((await remove).status).toBe(204)
      const { status } = await client.try(authRoutes.acceptInvitation, { body: { token, fullName: 'Paul', password } })
      expect((await remove).status).toBe(204)
      if (!atOnce) expect(status).toBe(410)
      expect(await meOf(client)).toBeNull()
    }
  })

  test('pass leads to each other: a member their own, a manager all, an accountant none', async () => {
    const owner = await newOwner()
    const [member, manager] = [await join(owner, 'member'), await join(owner, 'manager')]
    const accountant = await join(owner, 'accountant')
    const hers = await addLead(member, 'Sienne SARL')
    const owners = await addLead(owner, 'Autre SARL')
    expect((await pass(member, owners, member)).status).toBe(404)
    expect((await pass(accountant, hers, owner)).status).toBe(403)
    expect(await pass(manager, hers, accountant)).toMatchObject({ status: 422 })
    expect((await pass(manager, owners, member)).status).toBe(204)
    expect((await leadsOf(member)).toSorted()).toEqual([hers, owners].toSorted())
    expect((await pass(member, hers, manager)).status).toBe(204)
    expect(await leadsOf(member)).toEqual([owners])
  })

  test('read in a lead’s history to whom it was passed', async () => {
    const owner = await newOwner()
    const member = await join(owner, 'member')
    const id = await addLead(owner, 'Confiée SARL')
    await pass(owner, id, member)
    for (const reader of [owner, member, app.admin]) {
      const { items } = await reader.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
      expect(items.find(({ what }) => what === 'lead.passed')?.note).toBe('Paul Collègue')
    }
  })

  test('are seen, invited and ended by staff with the right to partners', async () => {
    const owner = await newOwner()
    const params = { id: owner.userId }
    const viewer = await app.newStaff(`viewer${companies}@acme.example`, 'viewer')
    await allow(0)
    const body = { fullName: 'Nina Comptable', email: 'nina-staff@exemple.fr', role: 'accountant' as const, password }
    expect((await viewer.try(teamRoutes.inviteToPartner, { params, body })).status).toBe(403)
    const { people } = await app.admin.call(teamRoutes.inviteToPartner, { params, body })
    const personId = people.at(-1)?.id ?? ''
    expect((await viewer.call(teamRoutes.partnerTeam, { params })).people.map(({ can }) => can.end)).toEqual([false, false])
    // A company is deleted by its own id.
    expect((await app.admin.try(partnerRoutes.deletePartner, { params: { id: personId }, query: {} })).status).toBe(404)
    expect((await app.admin.try(partnerRoutes.withdrawInvitation, { params: { id: personId }, query: {} })).status).toBe(404)
    const again = await app.admin.try(teamRoutes.resendToPersonOfPartner, { params: { ...params, personId } })
    expect(again.status).toBe(200)
    const changed = await app.admin.call(teamRoutes.changePersonOfPartner, {
      params: { ...params, personId },
      body: { role: 'manager', seesAmounts: false },
    })
    expect(changed.people.at(-1)).toMatchObject({ id: personId, role: 'manager', state: 'invited' })
    const ended = await app.admin.call(teamRoutes.endPersonOfPartner, { params: { ...params, personId }, query: {} })
    expect(ended.people).toHaveLength(1)
    await allow(4)
  })
})
