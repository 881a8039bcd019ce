import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartnerRole } from '#access/domain/actor.ts'
import { unreadRoutes } from '#communication/lead-news/api/unread.ts'
import { sendDigests } from '#communication/lead-news/server/digest.ts'
import { newsRoutes } from '#communication/notifications/api/news.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { overviewRoutes } from '#overview/api.ts'
import { hourOf, isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Client, password } from '#test/test-app.ts'
import { teamRoutes } from '../api.ts'

describe.each(databaseKinds())('colleagues on %s', (databaseKind) => {
  let world: PartnerMail
  let owner: Client
  let addresses = 0
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.next()
    owner = world.partner
  })

  const join = async (role: PartnerRole, fullName: string) => {
    addresses += 1
    const email = `colleague${addresses}@exemple.fr`
    const client = await joinPartner(world.app, owner, { email, role, fullName })
    await sent()
    return { client, email }
  }
  /** All mails since the last call. */
  const sent = async () => {
    await world.idle()
    return world.mailbox.mails.splice(0)
  }
  const addLead = async (by: Client, company: string) => {
    const body = { name: 'Zoé', company, email: `zoe@${company}.example`, estimatedAmountCents: 1000, offerType: 'star' as const }
    const { id } = await by.call(leadRoutes.addLead, { body })
    await sent()
    return id
  }
  const pass = (by: Client, id: string, { userId: personId }: Client) =>
    by.call(teamRoutes.passLead, { params: { id }, body: { personId } })
  const unread = async (client: Client) => {
    await world.app.marked()
    return (await client.call(unreadRoutes.unreadLeads, {})).ids
  }
  const change = (to: Client, role: PartnerRole) =>
    owner.call(teamRoutes.changeColleague, { params: { id: to.userId }, body: { role, seesAmounts: false, password } })

  test('who get a lead are told by mail and by a mark, nobody else is', async () => {
    const [nadia, paul] = [await join('member', 'Nadia Martin'), await join('member', 'Paul Colas')]
    const id = await addLead(nadia.client, 'bernard')
    await pass(owner, id, paul.client)
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: paul.email, subject: 'Un lead pour vous : bernard' })
    expect(mail?.text).toContain('Marie Dupont vous confie Zoé (bernard)')
    expect(mail?.text).toContain(`https://portal.test/dashboard/leads?lead=${id}`)
    expect([await unread(paul.client), await unread(nadia.client), await unread(owner)]).toEqual([[id], [], []])
    const { leads } = (await paul.client.call(overviewRoutes.getOverview, {})).unread
    expect(leads.map(({ id: lead, what }) => [lead, what])).toEqual([[id, 'lead.passed']])
  })

  test('who take a lead themselves are told nothing', async () => {
    const nadia = await join('member', 'Nadia Martin')
    const id = await addLead(nadia.client, 'solo')
    await pass(owner, id, owner)
    expect(await sent()).toEqual([])
    expect(await unread(owner)).toEqual([])
  })

  test('are told of a lead in their language, and with the daily mail where they have chosen it', async () => {
    const nadia = await join('member', 'Nadia Martin')
    await world.app.portal.database.asOwner((run) =>
      run("update profiles set language = 'en' where user_id = $1", [nadia.client.userId]),
    )
    await pass(owner, await addLead(owner, 'english'), nadia.client)
    expect((await sent()).map(({ subject }) => subject)).toEqual(['A lead for you: english'])
    await nadia.client.call(unreadRoutes.readAllLeads, {})
    await nadia.client.call(newsRoutes.saveNewsMail, { body: { kind: 'lead_registration', timing: 'digest' } })
    await pass(owner, await addLead(owner, 'later'), nadia.client)
    expect(await sent()).toEqual([])
    const tomorrow = isoDay(new Date(world.app.now.getTime() + 86_400_000), 'Europe/Paris')
    world.app.pass(hourOf(tomorrow, 8, 'Europe/Paris').getTime() + 60_000 - world.app.now.getTime())
    await world.app.marked()
    await sendDigests(world.app.portal)
    const digest = (await sent()).find(({ to }) => to === nadia.email)
    expect(digest?.text).toContain('later (Zoé) was passed on to you')
  })

  test('get the leads of one who leaves in one step, with one mail for all', async () => {
    const [nadia, paul] = [await join('member', 'Nadia Martin'), await join('manager', 'Paul Colas')]
    const ids = [await addLead(nadia.client, 'one'), await addLead(nadia.client, 'two')]
    const kept = await addLead(owner, 'other')
    const query = { leadsTo: paul.client.userId }
    await owner.call(teamRoutes.endColleague, { params: { id: nadia.client.userId }, query })
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: paul.email, subject: '2 leads pour vous' })
    for (const id of ids) expect(mail?.text).toContain(`lead=${id}`)
    expect((await unread(paul.client)).toSorted()).toEqual(ids.toSorted())
    const { items } = await owner.call(leadRoutes.listLeads, { query: { typedBy: paul.client.userId } })
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect((await owner.call(leadRoutes.getLead, { params: { id: kept } })).typedBy?.name).toBe('Marie Dupont')
  })

  test('who are ended by staff pass their leads on as well, in the name of the provider', async () => {
    const nadia = await join('member', 'Nadia Martin')
    await addLead(nadia.client, 'staff')
    const params = { id: owner.userId, personId: nadia.client.userId }
    await world.app.admin.call(teamRoutes.endPersonOfPartner, { params, query: { leadsTo: owner.userId } })
    const [mail] = await sent()
    expect(mail?.to).toBe(world.address)
    expect(mail?.text).toContain('Acme & Fils vous confie Zoé (staff)')
  })

  test('stay as they are where the leads would go to nobody who sees them', async () => {
    const [nadia, books] = [await join('member', 'Nadia Martin'), await join('accountant', 'Berthe Comptable')]
    const id = await addLead(nadia.client, 'refused')
    for (const leadsTo of [books.client.userId, nadia.client.userId]) {
      const ended = await owner.try(teamRoutes.endColleague, { params: { id: nadia.client.userId }, query: { leadsTo } })
      expect([ended.status, ended.body.code]).toEqual([422, 'invalid_input'])
    }
    expect((await owner.call(leadRoutes.getLead, { params: { id } })).typedBy?.name).toBe('Nadia Martin')
    expect((await owner.call(teamRoutes.team, {})).people).toHaveLength(3)
  })

  test('who left stay named on their leads as such', async () => {
    const nadia = await join('member', 'Nadia Martin')
    const id = await addLead(nadia.client, 'named')
    await nadia.client.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Bonjour' } })
    await owner.call(teamRoutes.endColleague, { params: { id: nadia.client.userId }, query: {} })
    const left = { name: 'Nadia Martin', deleted: true, left: true }
    expect((await owner.call(leadRoutes.getLead, { params: { id } })).typedBy).toEqual({ id: nadia.client.userId, ...left })
    const { items } = await owner.call(leadRoutes.leadComments, { params: { id }, query: {} })
    expect(items.map(({ author }) => author)).toEqual([{ ...left, staff: false }])
  })

  test('read by mail what they have become and what it opens', async () => {
    const nadia = await join('member', 'Nadia Martin')
    await change(nadia.client, 'manager')
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: nadia.email, subject: 'Votre rôle chez Marie Dupont a changé' })
    expect(mail?.text).toContain('Votre rôle : Responsable. Voit leads et commissions')
    expect(mail?.text).toContain('https://portal.test/dashboard')
  })

  test('read that they are the main contact now', async () => {
    const nadia = await join('owner', 'Nadia Martin')
    const body = { personId: nadia.client.userId, password }
    await world.app.proven(teamRoutes.chooseMainPerson, { params: { id: owner.userId }, body })
    const mails = await sent()
    expect(mails.find(({ to }) => to === nadia.email)?.subject).toMatch(/^Vous êtes le contact principal/)
  })
})
