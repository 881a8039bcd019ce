import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Client, password } from '#test/test-app.ts'
import { totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { resetUnreadableFactors } from './second-factor-resets.ts'

const reason = 'Téléphone perdu, identité vérifiée par téléphone'
const bank = { company: 'Dupont', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }

describe.each(databaseKinds())('a lost second factor on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())

  const switchOn = async (who: Client) => {
    const { totpUri } = await who.call(accountRoutes.startTwoFactor, { body: { password } })
    await who.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
  }
  const signIn = (email: string) => world.app.anonymous().try(authRoutes.signIn, { body: { email, password } })
  const reset = (id: string, by: Client = world.app.admin) =>
    by.try(partnerRoutes.resetSecondFactor, { params: { id }, body: { reason } })
  const save = (who: Client) => who.try(paymentRoutes.savePaymentInfo, { body: bank })

  test('is reset by staff with a reason, which is mailed and recorded; bank details wait a day', async () => {
    await world.next()
    const { partner, app, address } = world
    const before = await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })
    expect(before.items.find(({ id }) => id === partner.userId)?.can.resetSecondFactor).toBe(false)
    expect((await reset(partner.userId)).body.code).toBe('two_factor_off')
    await switchOn(partner)
    await world.received()
    expect((await signIn(address)).body.next).toBe('second_factor')

    const { status, body } = await reset(partner.userId)
    expect([status, body.can.resetSecondFactor]).toEqual([200, false])
    expect((await partner.try(accountRoutes.getMe, {})).status).toBe(401)
    const mails = await world.received()
    expect(mails.map(({ subject }) => subject)).toEqual(['La double authentification a été réinitialisée'])
    expect(mails[0]?.text).toContain(reason)
    expect(mails[0]?.text).toContain('les coordonnées bancaires de ce compte ne peuvent pas être modifiées')
    const events = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['actor_id', 'after']).where('name', '=', 'two_factor.reset').execute(),
    )
    expect(events).toEqual([{ actor_id: app.admin.userId, after: { reason } }])

    await app.signIn(partner, address)
    const refused = await save(partner)
    expect([refused.status, refused.body.code, refused.body.facts]).toEqual([
      409,
      'bank_details_wait',
      { until: new Date(app.now.getTime() + 86_400_000).toISOString() },
    ])
    app.pass(86_400_000)
    await app.signIn(partner, address)
    expect((await save(partner)).status).toBe(200)
  })

  test('is never one’s own; of staff, an administrator resets it', async () => {
    const { app } = world
    await app.signIn(app.admin, 'admin@acme.example')
    const manager = await app.newStaff('suivi@acme.example', 'partner_manager')
    const colleague = await app.newStaff('collegue@acme.example', 'administrator')
    await switchOn(app.admin)
    expect((await reset(app.admin.userId)).body.code).toBe('not_allowed')
    expect((await reset(app.admin.userId, manager)).body.code).toBe('right_missing')
    world.address = 'admin@acme.example'
    expect((await reset(app.admin.userId, colleague)).status).toBe(200)
    const [told] = (await world.received()).slice(-1)
    expect(told?.text).toContain(reason)
    expect(told?.text).not.toContain('coordonnées bancaires')
    await app.signIn(app.admin, 'admin@acme.example')
    const words = await app.admin.try(partnerRoutes.resetSecondFactor, {
      params: { id: manager.userId },
      body: { reason: ' ' },
    })
    expect(words.body.fields?.[0]?.message).toBe('Please say why: they are told it')
  })

  test('of a colleague is reset at the partner that they belong to, wherever they began', async () => {
    await world.next()
    const { partner, app } = world
    const other = await app.newPartner('ailleurs@exemple.fr')
    const colleague = await joinPartner(app, partner, { email: 'associee@exemple.fr', role: 'member' })
    await switchOn(colleague)
    const resetAt = (id: string, by: Client = app.admin) =>
      by.try(teamRoutes.resetSecondFactorOfPerson, { params: { id, personId: colleague.userId }, body: { reason } })
    const shown = async (by: Client) =>
      (await by.call(teamRoutes.partnerTeam, { params: { id: partner.userId } })).people.map(({ can }) => can.resetSecondFactor)
    expect(await shown(app.admin)).toEqual([false, true])
    const viewer = await app.newStaff('lecture@acme.example', 'viewer')
    expect(await shown(viewer)).toEqual([false, false])
    expect([(await resetAt(other.userId)).status, (await resetAt(partner.userId, viewer)).status]).toEqual([404, 403])
    expect((await signIn('associee@exemple.fr')).body.next).toBe('second_factor')
    await world.received()
    const { status, body } = await resetAt(partner.userId)
    expect([status, body.people.map(({ can }) => can.resetSecondFactor)]).toEqual([200, [false, false]])
    expect((await resetAt(partner.userId)).body.code).toBe('two_factor_off')
    expect((await signIn('associee@exemple.fr')).body.next).toBe('done')
    world.address = 'associee@exemple.fr'
    expect((await world.received()).map(({ text }) => text.includes(reason))).toEqual([true])
  })

  test('that cannot be read with a new secret is switched off and mailed; those that can stay', async () => {
    await world.next()
    const { partner, app, address } = world
    const other = await app.newPartner('lisible@exemple.fr')
    await switchOn(partner)
    await world.received()
    expect(await resetUnreadableFactors({ ...app.portal, config: { ...app.portal.config } })).toBe(0)
    // As it is once the secret is another one.
    await app.portal.database.asOwner((run) =>
      run('update auth.two_factors set secret = reverse(secret), backup_codes = reverse(backup_codes) where user_id = $1', [
        partner.userId,
      ]),
    )
    await switchOn(other)
    expect(await resetUnreadableFactors(app.portal)).toBe(1)
    expect([(await signIn(address)).body.next, (await signIn('lisible@exemple.fr')).body.next]).toEqual(['done', 'second_factor'])
    const mails = await world.received()
    const mail = mails.find(({ subject }) => subject === 'La double authentification a été réinitialisée')
    expect(mail?.text).toContain('Le secret du portail a été remplacé.')
    const { items } = await app.admin.call(partnerProfileRoutes.partnerHistory, { params: { id: partner.userId }, query: {} })
    expect(items.find(({ what }) => what === 'two_factor.reset')?.after).toBe('The portal’s secret was replaced.')
    await app.signIn(partner, address)
    await switchOn(partner)
  })
})
