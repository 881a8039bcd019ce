import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { type DatabaseKind, databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { LiveListener } from '#test/live-listener.ts'
import { changeRoleOf, joinPartner, leavePartner } from '#test/partner-people.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { viewRoutes } from '../api.ts'
import { viewSeconds } from '../domain.ts'

const iban = 'FR7630006000011234567890189'
const nobody = '01900000-0000-7000-8000-000000000000'
const routes = Object.entries(portalRoutes).flatMap(([slice, all]) =>
  Object.entries(all).map(([name, route]) => [`${slice}.${name}`, route as Route] as const),
)

describe.each(databaseKinds())('looking at the portal as a partner on %s', inOrder, (databaseKind: DatabaseKind) => {
  let app: TestApp
  let marie: Client
  let manager: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    manager = await app.newStaff('manon@acme.example', 'partner_manager', 'Manon Gestion')
    const details = { company: 'Dupont', iban, address: '3 rue du Port, Nantes', country: 'France' }
    await marie.call(paymentRoutes.savePaymentInfo, { body: { ...details, accountHolder: 'Marie Dupont' } })
  })
  afterAll(() => app.close())

  const start = (client = manager) => client.call(viewRoutes.startView, { params: { id: marie.userId } })
  const who = async (client: Client) => (await client.call(authRoutes.currentSession, {})).me
  const eventsOf = (name: string) =>
    app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['actor_id', 'subject_id', 'audience', 'after', 'occurred_at'])
        .where(sql`name`, '=', name)
        .execute(),
    )

  test('the session reads as the partner, says who looks, and is recorded from its start to its end', async () => {
    await start()
    expect(await who(manager)).toMatchObject({
      id: marie.userId,
      role: 'partner',
      staffRole: null,
      contractSigned: true,
      view: { by: 'Manon Gestion', until: new Date(app.now.getTime() + viewSeconds * 1000).toISOString() },
    })
    expect((await manager.try(partnerRoutes.listPartners, { query: {} })).body.code).toBe('not_allowed')
    await manager.call(viewRoutes.endView, {})
    expect(await who(manager)).toMatchObject({ id: manager.userId, staffRole: 'partner_manager', view: null })
    const until = new Date(app.now.getTime() + viewSeconds * 1000).toISOString()
    const record = { actor_id: manager.userId, subject_id: marie.userId, audience: 'staff' }
    expect(await eventsOf('partner.view_started')).toMatchObject([{ ...record, after: { until }, occurred_at: app.now }])
    expect(await eventsOf('partner.view_ended')).toMatchObject([{ ...record, after: { since: app.now.toISOString() } }])
    // Ending what is over does nothing.
    await manager.call(viewRoutes.endView, {})
    expect(await eventsOf('partner.view_ended')).toHaveLength(1)
  })

  test('every address that changes something refuses, and nothing that reads fails or changes anything', async () => {
    await start()
    const events = async () => {
      const { rows } = await app.portal.database.asActor(system, (tx) =>
        sql<{ count: number }>`select count(*)::int as count from events`.execute(tx),
      )
      return rows[0]?.count
    }
    const before = await events()
    for (const [name, route] of routes) {
      if (route.duringView === 'allowed' && route.method !== 'GET') continue
      if (route.answer === 'eventStream') continue
      const payload = route.method !== 'GET' && route.body ? {} : undefined
      const response = await manager.send(route.method, addressOf(route).replace(/:\w+/g, nobody), payload)
      if (route.method === 'GET') expect([name, response.statusCode < 500]).toEqual([name, true])
      else expect([name, response.statusCode, response.json().code]).toEqual([name, 403, 'viewing_as_partner'])
    }
    expect(await events()).toBe(before)
    const partner = {
      kind: 'partner',
      userId: marie.userId,
      partner: soleOwner(marie.userId),
      contractSigned: true,
      viewerId: manager.userId,
    } as const
    const attempt = app.portal.database.asActor(partner, (tx) =>
      tx.updateTable('profiles').set({ company: 'Ailleurs' }).where('user_id', '=', marie.userId).execute(),
    )
    await expect(attempt).rejects.toMatchObject({ code: '25006' })
    await manager.call(viewRoutes.endView, {})
  })

  test('neither the IBAN nor a link of the partner is shown, nor what belongs to the account', async () => {
    expect((await marie.call(paymentRoutes.getPaymentInfo, {})).paymentInfo?.iban).toBe(iban)
    await start()
    const { paymentInfo } = await manager.call(paymentRoutes.getPaymentInfo, {})
    expect([paymentInfo?.iban, paymentInfo?.company]).toEqual(['FR76 •••• 0189', 'Dupont'])
    const { items } = await manager.call(contractRoutes.listContracts, { query: {} })
    expect(JSON.stringify(items)).not.toContain(`for=${marie.userId}`)
    const [contract] = items
    if (!contract) throw new Error('Marie has a contract')
    const secrets = [
      await manager.try(contractRoutes.contractLink, { params: { id: contract.id } }),
      await manager.try(accountRoutes.listSessions, {}),
    ]
    expect(secrets.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'viewing_as_partner'],
      [403, 'viewing_as_partner'],
    ])
    await manager.call(viewRoutes.endView, {})
  })

  test('the partner’s sessions and when they were seen stay as they were', async () => {
    const visits = async () => (await marie.call(accountRoutes.listSessions, {})).sessions.map(({ lastSeenAt }) => lastSeenAt)
    const before = await visits()
    app.pass(60_000)
    await start()
    await manager.call(leadRoutes.leadBoard, { query: {} })
    await manager.call(viewRoutes.endView, {})
    expect(await visits()).toEqual(before)
  })

  test('it ends by itself after an hour, and with the right of who looks', async () => {
    await start()
    app.pass(viewSeconds * 1000 - 1000)
    expect((await who(manager))?.id).toBe(marie.userId)
    app.pass(2000)
    expect((await who(manager))?.id).toBe(manager.userId)
    await start()
    // Its tabs know the session as a view: a page of staff answers at once, and nothing is remembered wrongly.
    expect((await manager.try(leadRoutes.leadSummary, { query: {} })).status).toBe(200)
    await app.changeRole(manager, 'admin', 'finance')
    expect(await who(manager)).toMatchObject({ id: manager.userId, staffRole: 'finance', view: null })
    const refused = await manager.try(viewRoutes.startView, { params: { id: marie.userId } })
    expect([refused.status, refused.body.code]).toEqual([403, 'right_missing'])
  })

  test('its live stream ends with the right of who looks, before anything more of the partner is heard', async () => {
    const looking = await app.newStaff('lou@acme.example', 'partner_manager', 'Lou Gestion')
    await start(looking)
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await LiveListener.open((app.running.app.server.address() as AddressInfo).port, looking)
    const body = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }
    const { id: leadId } = await marie.call(leadRoutes.addLead, { body })
    await stream.message('lead.created', leadId)
    await app.changeRole(looking, 'admin', 'viewer')
    const { id: later } = await marie.call(leadRoutes.addLead, { body: { ...body, email: 'q@b.fr' } })
    expect(await stream.over).toBeNull()
    expect(stream.messages.map(({ subject }) => subject?.id)).not.toContain(later)
  })

  test('only partners with access are looked at, and it ends when the partner is deleted', async () => {
    const invited = await app.admin.call(partnerRoutes.invite, {
      body: { email: 'karim@exemple.fr', fullName: 'Karim Benali', role: 'partner' },
    })
    for (const id of [invited.id, manager.userId, app.admin.userId]) {
      const { body } = await app.admin.try(viewRoutes.startView, { params: { id } })
      expect(body.code).toBe('partner_not_active')
    }
    const second = await app.signIn(app.anonymous(), 'admin@acme.example', password)
    await start(second)
    expect((await who(second))?.id).toBe(marie.userId)
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: marie.userId }, query: {} })
    expect((await who(second))?.id).toBe(app.admin.userId)
    expect((await second.try(partnerRoutes.listPartners, { query: {} })).status).toBe(200)
  })

  describe('as one of several people', () => {
    let owner: Client
    let member: Client
    let other: Client
    const look = (personId: string, partnerId = owner.userId) =>
      app.admin.try(viewRoutes.viewPerson, { params: { id: partnerId, personId } })
    const nameOf = async (leadId: string) => (await app.admin.try(leadRoutes.getLead, { params: { id: leadId } })).status
    beforeAll(async () => {
      owner = await app.newPartner('anne@cabinet.example', 'Anne Cabinet')
      other = await app.newPartner('jean@exemple.fr', 'Jean Seul')
      member = await joinPartner(app, owner, { email: 'mehdi@cabinet.example', role: 'member', fullName: 'Mehdi Cabinet' })
    })

    test('the session reads what that person’s role shows, and names them', async () => {
      const body = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }
      const { id: ofOwner } = await owner.call(leadRoutes.addLead, { body })
      const { id: ofMember } = await member.call(leadRoutes.addLead, { body: { ...body, email: 'q@b.fr' } })
      expect((await look(member.userId)).status).toBe(204)
      expect(await who(app.admin)).toMatchObject({
        id: member.userId,
        fullName: 'Mehdi Cabinet',
        partner: { id: owner.userId, role: 'member', abilities: ['leads'], hasTeam: true },
      })
      expect([await nameOf(ofMember), await nameOf(ofOwner)]).toEqual([200, 404])
      await app.admin.call(viewRoutes.endView, {})
      await app.admin.call(viewRoutes.startView, { params: { id: owner.userId } })
      expect(await who(app.admin)).toMatchObject({ id: owner.userId, partner: { role: 'owner' } })
      expect([await nameOf(ofMember), await nameOf(ofOwner)]).toEqual([200, 200])
      await app.admin.call(viewRoutes.endView, {})
      const subjects = (await eventsOf('partner.view_started')).map(({ subject_id }) => subject_id)
      expect(subjects.slice(-2)).toEqual([member.userId, owner.userId])
    })

    test('only people of that partner who have joined are looked at', async () => {
      const refusals = [await look(other.userId), await look(member.userId, other.userId), await look(nobody)]
      expect(refusals.map(({ body }) => body.code)).toEqual(['not_found', 'not_found', 'not_found'])
      const invited = await app.admin.call(teamRoutes.inviteToPartner, {
        params: { id: owner.userId },
        body: { email: 'ines@cabinet.example', fullName: 'Inès Cabinet', role: 'manager' },
      })
      const { id } = invited.people.find(({ state }) => state === 'invited') ?? { id: '' }
      expect((await look(id)).body.code).toBe('partner_not_active')
    })

    test('a changed role shows at once, and the view ends with the membership', async () => {
      await look(member.userId)
      await changeRoleOf(app, member, 'accountant')
      expect(await who(app.admin)).toMatchObject({ id: member.userId, partner: { role: 'accountant' } })
      await leavePartner(app, member)
      expect(await who(app.admin)).toMatchObject({ id: app.admin.userId, view: null })
    })
  })
})
