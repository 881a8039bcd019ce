import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionRoutes } from '#access/api/session.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadFileRoutes } from '#leads/leads/api/lead-files.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadUpload } from '#test/lead-files.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { mergingRoutes } from '../api.ts'

describe.each(databaseKinds('full'))('people who go to another partner on %s', (databaseKind) => {
  let app: TestApp
  let world: MergingWorld
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    world = new MergingWorld(app)
  })
  afterAll(() => app.close())

  const twoCompanies = async () => {
    const [first, second] = [await world.owner(), await world.owner('Bruno Autre')]
    return { first, second, person: await world.join(first, 'manager') }
  }
  const partnerNow = async (client: Client) => (await client.call(sessionRoutes.currentSession, {})).me?.partner
  const ownerRows = (statement: string, values: unknown[]) =>
    app.portal.database.asOwner(async (run) => (await run(statement, values)).rows)
  const namesIn = async (id: string) =>
    (await app.admin.call(partnerProfileRoutes.partnerHistory, { params: { id }, query: {} })).items.map(({ what }) => what)

  test('belong to the other one from the next request on, with dates in both', async () => {
    const { first, second, person } = await twoCompanies()
    const id = await world.addLead(person, 'Restante SARL')
    app.pass(60_000)
    const { status, body } = await world.move(first, person, second, { role: 'member' })
    expect([status, body.partner?.id]).toEqual([200, second.userId])
    expect(await partnerNow(person)).toMatchObject({ id: second.userId, role: 'member' })
    expect(await world.leadsOf(person)).toEqual([])
    expect(await world.leadsOf(first)).toEqual([id])
    const rows = await ownerRows('select partner_id, until from partner_members where person_id = $1 order by since, until', [
      person.userId,
    ])
    expect(rows.slice(-2)).toMatchObject([
      { partner_id: first.userId, until: app.now },
      { partner_id: second.userId, until: null },
    ])
    expect(await namesIn(first.userId)).toContain('team.person_moved_away')
    expect(await namesIn(second.userId)).toContain('team.person_moved')
  })

  test('have the reason in the history of both, for staff', async () => {
    const { first, second, person } = await twoCompanies()
    expect((await world.move(first, person, second)).status).toBe(200)
    const reasonsIn = async (id: string) => {
      const { items } = await app.admin.call(partnerProfileRoutes.partnerHistory, { params: { id }, query: {} })
      return items.filter(({ what }) => what.startsWith('team.person_moved')).map(({ what, after }) => [what, after])
    }
    expect(await reasonsIn(first.userId)).toEqual([['team.person_moved_away', 'Réorganisation des secteurs']])
    expect(await reasonsIn(second.userId)).toEqual([['team.person_moved', 'Réorganisation des secteurs']])
  })

  test('take their open leads along where staff say so, which keep who typed them', async () => {
    const { first, second, person } = await twoCompanies()
    const [theirs, owners] = [await world.addLead(person, 'Suivie SARL'), await world.addLead(first, 'Gardée SARL')]
    const signed = await world.addLead(person, 'Signée SARL')
    await first.call(leadRoutes.moveLead, { params: { id: signed }, body: { from: 'nouveau', to: 'signe' } })
    const { body: preview } = await world.previewMove(first.userId, person.userId, second.userId)
    expect(preview).toMatchObject({ leads: { going: 1, staying: 1 }, people: [{ role: 'manager', joined: true }], obstacles: [] })
    expect((await world.move(first, person, second, { withLeads: true })).status).toBe(200)
    expect(await world.leadsOf(person)).toEqual([theirs])
    expect(await world.leadsOf(first)).toEqual([owners, signed].toSorted())
    const { typedBy, partner } = await app.admin.call(leadRoutes.getLead, { params: { id: theirs } })
    expect([typedBy?.id, partner?.id]).toEqual([person.userId, second.userId])
  })

  test('are nobody of whom the main person is, who stays', async () => {
    const { first, second } = await twoCompanies()
    const { body } = await world.previewMove(first.userId, first.userId, second.userId)
    expect(body.obstacles).toEqual(['main_person'])
    expect(await world.move(first, first, second)).toMatchObject({ status: 409, body: { code: 'main_person_stays' } })
    expect(await partnerNow(first)).toMatchObject({ id: first.userId })
  })

  test('stay where something has changed since the preview', async () => {
    const { first, second, person } = await twoCompanies()
    const { body } = await world.previewMove(first.userId, person.userId, second.userId)
    await world.addLead(person, 'Entretemps SARL')
    const refused = await world.move(first, person, second, { state: body.state })
    expect(refused).toMatchObject({ status: 409, body: { code: 'preview_outdated' } })
    expect(await partnerNow(person)).toMatchObject({ id: first.userId })
  })

  test('go to a partner that is there, and not to their own', async () => {
    const { first, person } = await twoCompanies()
    expect(await world.previewMove(first.userId, person.userId, first.userId)).toMatchObject({
      status: 409,
      body: { code: 'partner_not_active' },
    })
    expect((await world.previewMove(first.userId, person.userId, crypto.randomUUID())).body.code).toBe('partner_not_active')
  })

  test('bring nothing of the former partner along: no upload, no mark, no view', async () => {
    const { first, second, person } = await twoCompanies()
    const [uploadId, marked] = [await leadUpload(person), await world.addLead(person, 'Marquée SARL')]
    await ownerRows(
      `insert into saved_views (id, user_id, page, name, query, saved_at)
        values (gen_random_uuid(), $1, '/dashboard/leads', 'Les miens', 'status=nouveau', now())`,
      [person.userId],
    )
    const kept = async () => {
      const [row] = await ownerRows(
        `select (select count(*) from last_visits where user_id = $1) as visits,
          (select count(*) from saved_views where user_id = $1) as views,
          (select count(*) from unread_leads where user_id = $1) as marks`,
        [person.userId],
      )
      return row && [Number(row.visits), Number(row.views), Number(row.marks)]
    }
    await app.admin.call(leadRoutes.commentOnLead, { params: { id: marked }, body: { body: 'Appelé hier' } })
    await app.marked()
    expect(await kept()).toEqual([1, 1, 1])
    expect((await world.move(first, person, second)).status).toBe(200)
    expect(await kept()).toEqual([0, 0, 0])
    const id = await world.addLead(person, 'Nouvelle SARL')
    const claimed = await person.try(leadFileRoutes.addLeadFile, { params: { id }, body: { uploadId } })
    expect(claimed.body.code).toBe('upload_not_found')
  })

  test('send a draft of a lead as a lead of the partner that they belong to by then', async () => {
    const { first, second, person } = await twoCompanies()
    expect((await world.move(first, person, second)).status).toBe(200)
    const id = await world.addLead(person, 'Brouillon SARL')
    expect(await world.leadsOf(second)).toEqual([id])
    expect(await world.leadsOf(first)).toEqual([])
  })

  test('who are invited only accept their invitation at the partner that they were moved to', async () => {
    const { first, second } = await twoCompanies()
    const id = await world.invited(first, 'member')
    const moved = await world.move(first, Object.assign(app.anonymous(), { userId: id }), second)
    expect(moved.status).toBe(200)
    const client = app.anonymous()
    const token = await app.invitationToken(id)
    await client.call(authRoutes.acceptInvitation, { body: { token, fullName: 'Inès Invitée', password } })
    expect(await partnerNow(client)).toMatchObject({ id: second.userId, role: 'member' })
  })

  test('are moved by staff with the right to partners alone', async () => {
    const { first, second, person } = await twoCompanies()
    const viewer = await app.newStaff(`merging-viewer-${databaseKind}@acme.example`, 'viewer')
    const request = { params: { id: first.userId }, query: { personId: person.userId, toPartnerId: second.userId } }
    expect((await viewer.try(mergingRoutes.movePreview, request)).status).toBe(403)
    expect((await first.try(mergingRoutes.movePreview, request)).status).toBe(403)
  })

  test('moved twice at once are moved once', async () => {
    const { first, second, person } = await twoCompanies()
    const third = await world.owner()
    const outcomes = await Promise.all([world.move(first, person, second), world.move(first, person, third)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(
      await ownerRows('select id from partner_members where person_id = $1 and until is null', [person.userId]),
    ).toHaveLength(1)
  })

  test('who are split off are a partner of their own, with their open leads and no contract', async () => {
    const { first, person } = await twoCompanies()
    const other = await world.join(first, 'member')
    const [stays, goes] = [await world.addLead(first, 'Reste SARL'), await world.addLead(other, 'Part SARL')]
    const { status, body } = await world.split(first, [person, other], person)
    expect(status).toBe(200)
    const id = body.partner.id
    expect(body.partner.company).toBe('Neuf SARL')
    expect(await world.peopleOf(id)).toEqual([
      [person.userId, 'owner'],
      [other.userId, 'member'],
    ])
    expect(await partnerNow(person)).toMatchObject({ id, role: 'owner' })
    expect((await person.try(leadRoutes.listLeads, { query: {} })).body.code).toBe('contract_not_signed')
    expect(await world.leadsOf(first)).toEqual([stays])
    expect((await app.admin.call(leadRoutes.getLead, { params: { id: goes } })).partner?.id).toBe(id)
    const { person: shown } = await app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id } })
    expect([shown.contract, shown.bankDetails?.state]).toEqual([null, 'missing'])
    expect(await namesIn(first.userId)).toContain('partner.split')
    expect((await app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id: first.userId } })).person.company).toBe(
      '',
    )
  })

  test('give the partner that begins with them their id, unless another one began with it', async () => {
    const { first, person } = await twoCompanies()
    const id = await world.invited(first, 'member')
    const invited = Object.assign(app.anonymous(), { userId: id })
    const token = await app.invitationToken(id)
    await invited.call(authRoutes.acceptInvitation, { body: { token, fullName: 'Inès Invitée', password } })
    const own = await world.split(first, [invited], invited)
    expect([own.status, own.body.partner.id]).toEqual([200, id])
    expect(await partnerNow(invited)).toMatchObject({ id, role: 'owner' })
    // A partner of that id was there before this person came to the company.
    const other = await world.split(first, [person], person)
    expect(other.status).toBe(200)
    expect(other.body.partner.id).not.toBe(person.userId)
  })

  test('are split off with a main person of theirs who has come in, and never with that of the partner', async () => {
    const { first, person } = await twoCompanies()
    expect((await world.split(first, [first, person], person)).body.code).toBe('main_person_stays')
    const invited = Object.assign(app.anonymous(), { userId: await world.invited(first, 'member') })
    expect((await world.split(first, [person, invited], invited)).status).toBe(422)
    expect((await world.split(first, [person], invited)).status).toBe(422)
  })

  test('leave every figure of commissions as it was', async () => {
    const { first, second, person } = await twoCompanies()
    const id = await world.addLead(person, 'Payée SARL')
    await world.addLead(person, 'Ouverte SARL')
    await first.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const figures = async () =>
      Promise.all(
        [first, second].map(async ({ userId: partnerId }) => ({
          commissions: (await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId } })).items,
          money: (await app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id: partnerId } })).money,
        })),
      )
    const before = await figures()
    expect((await world.move(first, person, second, { withLeads: true })).status).toBe(200)
    expect(await figures()).toEqual(before)
  })
})
