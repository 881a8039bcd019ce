import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { partnerRoutes } from '../api/partners.ts'

const lead = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}

describe.each(databaseKinds())('partners on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const people = async () => (await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })).items
  const personOf = async ({ userId }: Client) => (await people()).find((each) => each.id === userId)
  const commissionsOf = async ({ userId }: Client) => {
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId: userId, limit: 200 } })
    return items
  }
  const sign = async (client: Client) => {
    const { id } = await client.call(leadRoutes.addLead, { body: lead })
    await client.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    return id
  }

  test('are found by the end of their IBAN, by whom whole IBANs are shown to', async () => {
    const owner = await app.newPartner('compte@exemple.fr')
    const body = { company: 'Compte SARL', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
    await owner.call(paymentRoutes.savePaymentInfo, { body })
    const viewer = await app.newStaff('lectrice@acme.example', 'viewer', 'Vera Lectrice')
    const found = async (client: Client, search: string) => {
      const [{ items }, { count }] = await Promise.all([
        client.call(partnerRoutes.listPartners, { query: { search } }),
        client.call(partnerRoutes.partnerSummary, { query: { search } }),
      ])
      expect(count).toBe(items.length)
      return items.map(({ id }) => id)
    }
    expect(await found(app.admin, '0189')).toEqual([owner.userId])
    expect(await found(app.admin, body.iban)).toEqual([owner.userId])
    expect(await found(app.admin, '0188')).toEqual([])
    expect(await found(viewer, '0189')).toEqual([])
  })

  test('without a mail server, who leads the team hands over the link of an open invitation', async () => {
    const body = { email: 'sans-mail@exemple.fr', fullName: 'Sans Mail', role: 'partner' as const }
    const { id } = await app.admin.call(partnerRoutes.invite, { body })
    const manager = await app.newStaff('sans-mail@acme.example', 'partner_manager', 'Paul Manager')
    const read = (client: Client) => client.call(partnerRoutes.invitationLink, { params: { id } })
    await expect(read(manager)).rejects.toThrow(/right_missing/)
    const { link } = await read(app.admin)
    const token = new URL(link).searchParams.get('token') ?? ''
    const invited = await app.anonymous().call(authRoutes.openInvitation, { body: { token } })
    expect(invited.email).toBe(body.email)
    const noted = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select('actor_id')
        .where('name', '=', 'invitation.link_read')
        .where('subject_id', '=', id)
        .execute(),
    )
    expect(noted).toEqual([{ actor_id: app.admin.userId }])
    await app.admin.call(partnerRoutes.withdrawInvitation, { params: { id }, query: {} })
    await expect(read(app.admin)).rejects.toThrow(/invitation_not_pending/)
  })

  test('with a mail server, nobody reads the link of an invitation', async () => {
    const mailing = await TestApp.open(databaseKind, { SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await mailing.anonymous().call(settingsRoutes.getSettings, {})).toMatchObject({ sendsMail: true })
    const body = { email: 'par-mail@exemple.fr', fullName: 'Paule Mail', role: 'partner' as const }
    const { id } = await mailing.admin.call(partnerRoutes.invite, { body })
    await expect(mailing.admin.call(partnerRoutes.invitationLink, { params: { id } })).rejects.toThrow(/link_is_mailed/)
    await mailing.close()
  })

  test('are invited, then active, newest first, each with contract and revenue', async () => {
    app.pass(1000)
    const { id } = await app.admin.call(partnerRoutes.invite, {
      body: { email: 'ines@exemple.fr', fullName: 'Ines Invitee', role: 'partner' },
    })
    expect((await people())[0]).toMatchObject({ id, fullName: 'Ines Invitee', state: 'invited', contract: null, role: 'partner' })
    app.pass(1000)
    const marie = await app.newPartner('marie@exemple.fr')
    await sign(marie)
    const [commission] = await commissionsOf(marie)
    expect((await personOf(marie))?.totalRevenueCents).toBe(0)
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commission?.id ?? '' } })
    expect((await people())[0]).toMatchObject({
      id: marie.userId,
      state: 'active',
      contract: 'signe',
      totalRevenueCents: 1_000_000,
    })
  })

  test('a person without a role record is a partner', async () => {
    const nora = await app.newPerson('nora@exemple.fr')
    await app.portal.database.asActor(system, (tx) => tx.deleteFrom('user_roles').where('user_id', '=', nora.userId).execute())
    expect((await nora.call(accountRoutes.getMe, {})).role).toBe('partner')
    expect((await personOf(nora))?.role).toBe('partner')
  })

  test('a deleted one keeps leads, commissions and signed contracts, with a mark at the name', async () => {
    const paul = await app.newPartner('paul@exemple.fr', 'Paul Parti')
    const leadId = await sign(paul)
    const [commission] = await commissionsOf(paul)
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commission?.id ?? '' } })
    const pending = await app.assignContract(paul.userId, 'amendment')
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: paul.userId }, query: {} })
    const deletedPartner = { id: paul.userId, name: 'Paul Parti', deleted: true }
    expect((await app.admin.call(leadRoutes.getLead, { params: { id: leadId } })).partner).toEqual(deletedPartner)
    expect((await commissionsOf(paul)).map((each) => [each.partner, each.status])).toEqual([[deletedPartner, 'valide']])
    const { items } = await app.admin.call(contractRoutes.listContracts, { query: { partnerId: paul.userId } })
    expect(items.map((each) => [each.partner, each.status])).toEqual([[deletedPartner, 'signe']])
    expect(items.map((each) => each.id)).not.toContain(pending.id)
    expect((await app.admin.try(commissionRoutes.payCommission, { params: { id: commission?.id ?? '' } })).status).toBe(200)
    const { partners } = await app.admin.call(partnerRoutes.partnerNames, {})
    expect(partners.map((each) => each.id)).not.toContain(paul.userId)
  })

  test('each reads only their own leads, commissions, contracts and totals', async () => {
    const [one, two] = [await app.newPartner('un@exemple.fr', 'Une Premiere'), await app.newPartner('deux@exemple.fr')]
    const mine = await sign(one)
    await sign(two)
    for (const [client, count] of [
      [one, 1],
      [two, 1],
    ] as const) {
      const leads = await client.call(leadRoutes.listLeads, { query: { fields: 'all' } })
      expect(leads.items.map((each) => each.partner?.id)).toEqual(Array(count).fill(client.userId))
      const commissions = await client.call(commissionRoutes.listCommissions, { query: {} })
      expect(commissions.items.map((each) => each.partner.id)).toEqual(Array(count).fill(client.userId))
      const contracts = await client.call(contractRoutes.listContracts, { query: {} })
      expect(contracts.items.map((each) => each.partner.id)).toEqual(Array(count).fill(client.userId))
    }
    const spied = await two.call(leadRoutes.listLeads, { query: { partnerId: one.userId } })
    expect(spied.items).toEqual([])
    expect((await two.try(leadRoutes.getLead, { params: { id: mine } })).status).toBe(404)
    expect((await two.call(tierRoutes.myStanding, {})).totalRevenueCents).toBe(0)
    const all = await app.admin.call(leadRoutes.listLeads, { query: { limit: 200 } })
    expect(new Set(all.items.map((each) => each.partner?.id)).size).toBeGreaterThan(1)
  })

  test('leads, commissions and contracts come newest first', async () => {
    const nina = await app.newPartner('nina@exemple.fr')
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      app.pass(1000)
      ids.unshift(await sign(nina))
      await app.assignContract(nina.userId, 'amendment')
    }
    const leads = await nina.call(leadRoutes.listLeads, { query: {} })
    expect(leads.items.map((each) => each.id)).toEqual(ids)
    expect((await commissionsOf(nina)).map((each) => each.lead?.id)).toEqual(ids)
    const { items } = await nina.call(contractRoutes.listContracts, { query: {} })
    const dates = items.map((each) => each.createdAt)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  test('inviting somebody to the staff needs the password, inviting a partner does not', async () => {
    const luc = await app.newStaff('luc@acme.example', 'administrator')
    const form = { email: 'adjoint@acme.example', fullName: 'Ada Adjointe', role: 'admin' as const }
    const invite = (more: object) =>
      luc.try(partnerRoutes.invite, { body: { ...form, ...more } }, { 'idempotency-key': 'adjoint' })
    const refusal = await invite({})
    expect([refusal.status, refusal.body.code, refusal.body.facts]).toEqual([403, 'confirmation_required', { by: 'password' }])
    expect((await invite({ staffRole: 'viewer' })).body.code).toBe('confirmation_required')
    expect((await invite({ password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    const state = async () => (await people()).find(({ email }) => email === form.email)?.state
    expect(await state()).toBeUndefined()
    // A taken address is said before anybody has to show who they are.
    expect((await invite({ email: 'luc@acme.example' })).body.code).toBe('email_taken')
    for (const replayed of [undefined, 'true']) {
      const done = await invite({ password })
      expect([done.status, done.headers['idempotency-replayed']]).toEqual([201, replayed])
    }
    expect(await state()).toBe('invited')
    const partner = { email: 'partenaire@exemple.fr', fullName: 'Paul Partenaire', role: 'partner' as const }
    expect((await luc.try(partnerRoutes.invite, { body: partner })).status).toBe(201)
    const { rows } = await app.portal.database.asOwner((run) =>
      run("select count(*)::int as count from events where name = 'person.invited' and actor_id = $1", [luc.userId]),
    )
    expect(rows).toEqual([{ count: 2 }])
    const manager = await app.newStaff('max@acme.example', 'partner_manager')
    const missing = await manager.try(partnerRoutes.invite, { body: { ...form, email: 'x@acme.example' } })
    expect(missing.body.code).toBe('right_missing')
  })

  test('a role changes for the password, or with two-factor on for a code, and for nothing else', async () => {
    const zoe = await app.newStaff('zoe@acme.example', 'administrator')
    const promoted = await app.newPerson('promu@exemple.fr', 'partner', 'Pia Promue')
    const change = (body: { role: 'admin' | 'partner'; staffRole?: 'viewer'; password?: string; code?: string }) =>
      zoe.try(partnerRoutes.changeRole, { params: { id: promoted.userId }, body })
    const roles = async () => {
      const person = await personOf(promoted)
      return [person?.role, person?.staffRole]
    }
    const refusal = await change({ role: 'admin' })
    expect([refusal.status, refusal.body.code, refusal.body.facts]).toEqual([403, 'confirmation_required', { by: 'password' }])
    expect((await change({ role: 'admin', password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    expect(await roles()).toEqual(['partner', null])
    expect((await change({ role: 'admin', staffRole: 'viewer', password })).status).toBe(200)
    expect((await change({ role: 'admin', staffRole: 'viewer' })).body.code).toBe('confirmation_required')
    const { totpUri } = await zoe.call(accountRoutes.startTwoFactor, { body: { password } })
    await zoe.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const coded = await change({ role: 'partner', password })
    expect([coded.body.code, coded.body.facts]).toEqual(['confirmation_required', { by: 'code' }])
    expect((await change({ role: 'partner', code: '000000' })).body.code).toBe('second_factor_invalid')
    expect(await roles()).toEqual(['admin', 'viewer'])
    expect((await change({ role: 'partner', code: nextTotp(totpUri) })).status).toBe(200)
    expect(await roles()).toEqual(['partner', null])
  })

  test('a lead has one of the five statuses, and no other', async () => {
    const otto = await app.newPartner('otto@exemple.fr')
    const { id } = await otto.call(leadRoutes.addLead, { body: lead })
    for (const to of ['en_cours', 'appel', 'perdu', 'archive']) {
      const response = await otto.send('POST', `/api/leads/${id}/move`, { from: 'nouveau', to })
      expect([to, response.statusCode]).toEqual([to, 422])
    }
    await expect(
      app.portal.database.asOwner((run) => run(`update leads set status = 'en_cours' where id = '${id}'`)),
    ).rejects.toThrow()
  })

  test('start with five tiers from Bronze at 15 % to Diamond at 35 %, contiguous and unbounded at the top', async () => {
    const { tiers } = await app.admin.call(tierRoutes.listTiers, {})
    expect(tiers.map((each) => [each.name, each.commissionRate, each.minRevenueCents, each.maxRevenueCents])).toEqual([
      ['Bronze', 15, 0, 1_000_000],
      ['Silver', 20, 1_000_000, 3_000_000],
      ['Gold', 25, 3_000_000, 7_500_000],
      ['Platinum', 30, 7_500_000, 15_000_000],
      ['Diamond', 35, 15_000_000, null],
    ])
  })

  test('see the provider that the settings name', async () => {
    const identity = {
      providerName: 'Atelier Loire',
      tagline: 'Recommandez-nous',
      accentColour: '#123456',
      address: '12 quai de la Fosse',
      contactEmail: 'bonjour@atelier.example',
    }
    await app.admin.call(settingsRoutes.saveSettings, { body: identity })
    expect(await app.anonymous().call(settingsRoutes.getSettings, {})).toMatchObject(identity)
  })
})
