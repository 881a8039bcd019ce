import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { apiKeyRoutes } from '#accounts/api-keys/api.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import { type Client, password } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { passkeyRoutes } from '../api/passkeys.ts'

const origin = 'https://portal.test'
const bank = { company: 'Dupont SARL', address: '1 rue de la Paix, Paris', country: 'France' }
const firstIban = 'FR7630006000011234567890189'
const otherIban = 'FR7610107001011234567890129'

describe.each(databaseKinds())('passkeys on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    // Each test has the attempts of a quarter of an hour.
    world.app.pass(900_001)
    await world.next()
  })

  const question = (browser: Client) => browser.call(passkeyRoutes.passkeySignInQuestion, {})
  const signIn = (browser: Client, passkey: ReturnType<PasskeyDevice['answer']>) =>
    browser.try(passkeyRoutes.signInWithPasskey, { body: { passkey } })
  /** A device with a passkey of this person. */
  const added = async (owner: Client, name = 'Téléphone') => {
    const device = new PasskeyDevice(origin)
    const asked = await owner.call(passkeyRoutes.newPasskeyQuestion, { body: { password } })
    await owner.call(passkeyRoutes.addPasskey, { body: { name, passkey: device.create(asked) } })
    return device
  }

  test('the portal says nothing of passkeys before anybody has one; then one is added, told of and signs in', async () => {
    const { partner, app } = world
    expect((await app.anonymous().call(settingsRoutes.getSettings, {})).passkeys).toBe(false)
    const device = await added(partner)
    expect((await app.anonymous().call(settingsRoutes.getSettings, {})).passkeys).toBe(true)
    expect((await partner.call(accountRoutes.getMe, {})).hasPasskey).toBe(true)
    const [mail, ...others] = await world.received()
    expect([mail?.subject, others]).toEqual(['Une clé d’accès a été ajoutée', []])
    expect(mail?.text).toMatch(/le \d.* depuis l’adresse 127\.0\.0\.1/)

    const browser = app.anonymous()
    const { body } = await signIn(browser, device.answer(await question(browser)))
    expect(body).toMatchObject({ email: world.address })
    const { sessions } = await browser.call(accountRoutes.listSessions, {})
    expect(sessions.find(({ current }) => current)?.method).toBe('passkey')
    const { passkeys } = await browser.call(passkeyRoutes.listPasskeys, {})
    expect(passkeys).toMatchObject([{ name: 'Téléphone', synced: false, lastUsedAt: app.now.toISOString() }])
    const { after } = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select('after')
        .where('name', '=', 'session.started')
        .where('subject_id', '=', partner.userId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(after).toMatchObject({ method: 'passkey' })
  })

  test('a question is one that any passkey answers, and says no names', async () => {
    await added(world.partner)
    const asked = await question(world.partner)
    expect(asked).toMatchObject({ rpId: 'portal.test', userVerification: 'required' })
    expect(asked.allowCredentials).toBeUndefined()
  })

  const attacks: Record<string, (device: PasskeyDevice, browser: Client) => Promise<ReturnType<PasskeyDevice['answer']>>> = {
    'of another page': async (device, browser) => device.answer(await question(browser), { origin: 'https://evil.test' }),
    'for another host': async (device, browser) => device.answer(await question(browser), { host: 'evil.test' }),
    'of a device that has not asked for a PIN or a finger': async (device, browser) =>
      device.answer(await question(browser), { verified: false }),
    'to another challenge': async (device, browser) =>
      device.answer(await question(browser), { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    'to a question of another browser': async (device, browser) => {
      await question(browser)
      return device.answer(await question(world.app.anonymous()))
    },
    'with the signature of another key': async (device, browser) => {
      const asked = await question(browser)
      return { ...new PasskeyDevice(origin).answer(asked), id: device.id, rawId: device.id }
    },
    'of a passkey that nobody has': async (_, browser) => new PasskeyDevice(origin).answer(await question(browser)),
    'of a copy, whose counter stands behind': async (device, browser) => {
      device.counter = 5
      await signIn(world.app.anonymous(), device.answer(await question(browser)))
      const other = world.app.anonymous()
      await signIn(other, device.answer(await question(other)))
      return device.answer(await question(browser), { counter: 3 })
    },
    'without a question': async (device) => device.answer({ challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
  }

  test.each(Object.keys(attacks))('an answer %s opens nothing, and is recorded', async (title) => {
    const device = await added(world.partner)
    const browser = world.app.anonymous()
    const answer = await attacks[title]?.(device, browser)
    if (!answer) throw new Error('there is no such attack')
    const refused = await signIn(browser, answer)
    expect([refused.status, refused.body.code]).toEqual([403, 'passkey_invalid'])
    expect((await browser.try(accountRoutes.getMe, {})).status).toBe(401)
    const { after } = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select('after')
        .where('name', '=', 'sign_in.refused')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(after).toMatchObject({ reason: 'wrong_passkey' })
  })

  test('an answer opens one session, of two at once as well', async () => {
    const device = await added(world.partner)
    const browser = world.app.anonymous()
    const answer = device.answer(await question(browser))
    const answers = await Promise.all([signIn(browser, answer), signIn(browser, answer)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await signIn(browser, answer)).body.code).toBe('passkey_invalid')
  })

  test('adding one asks for a proof, a question and a device that verifies its user', async () => {
    const { partner } = world
    const ask = (proof: { readonly password?: string }) => partner.try(passkeyRoutes.newPasskeyQuestion, { body: proof })
    const add = (device: PasskeyDevice, passkey: ReturnType<PasskeyDevice['create']>) =>
      partner.try(passkeyRoutes.addPasskey, { body: { name: device.id.slice(0, 9), passkey } })
    expect((await ask({})).body.code).toBe('confirmation_required')
    expect((await ask({ password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    const device = new PasskeyDevice(origin)
    const invented = { challenge: 'AAAA', rp: { name: '' }, user: { id: '', name: '', displayName: '' }, pubKeyCredParams: [] }
    expect((await add(device, device.create(invented))).body.code).toBe('passkey_invalid')
    for (const misdeed of [{ verified: false }, { origin: 'https://evil.test' }, { host: 'evil.test' }]) {
      const asked = (await ask({ password })).body
      expect((await add(device, device.create(asked, misdeed))).body.code).toBe('passkey_invalid')
    }
    const asked = (await ask({ password })).body
    expect((await add(device, device.create(asked))).status).toBe(201)
    // The question was answered.
    const second = new PasskeyDevice(origin)
    expect((await add(second, second.create(asked))).body.code).toBe('passkey_invalid')
  })

  test('a question that somebody else was asked adds nothing to one’s account', async () => {
    const other = await world.app.newPartner(`autre-${world.address}`)
    const device = new PasskeyDevice(origin)
    const asked = await other.call(passkeyRoutes.newPasskeyQuestion, { body: { password } })
    const passkey = device.create(asked)
    const refused = await world.partner.try(passkeyRoutes.addPasskey, { body: { name: 'Vol', passkey } })
    expect(refused.body.code).toBe('passkey_invalid')
    expect((await world.partner.call(passkeyRoutes.listPasskeys, {})).passkeys).toEqual([])
  })

  test('it is a proof in place of password and code, for another IBAN, keys and files', async () => {
    const { partner, app } = world
    const device = await added(partner)
    const save = (iban: string, proof = {}) => partner.try(paymentRoutes.savePaymentInfo, { body: { ...bank, iban, ...proof } })
    const prove = async (by: Client, of: PasskeyDevice) => ({
      passkey: of.answer(await by.call(passkeyRoutes.proofQuestion, {})),
    })
    await save(firstIban)
    expect((await save(otherIban)).body.code).toBe('confirmation_required')
    const proof = await prove(partner, device)
    expect((await save(otherIban, proof)).status).toBe(200)
    expect((await save(firstIban, proof)).body.code).toBe('passkey_invalid')

    const staff = app.admin
    const key = await added(staff, 'Clé USB')
    const make = (body: object) =>
      staff.try(apiKeyRoutes.createApiKey, { body: { name: 'CRM', scopes: ['leads:read' as const], ...body } })
    // Somebody else's passkey, and one that was asked for signing in, prove nothing.
    expect((await make(await prove(staff, device))).body.code).toBe('passkey_invalid')
    expect((await make({ passkey: key.answer(await question(staff)) })).body.code).toBe('passkey_invalid')
    const unverified = key.answer(await staff.call(passkeyRoutes.proofQuestion, {}), { verified: false })
    expect((await make({ passkey: unverified })).body.code).toBe('passkey_invalid')
    expect((await make(await prove(staff, key))).status).toBe(201)
  })

  test('with two-factor on, a passkey that verified its user signs in and proves without the code', async () => {
    const { partner, app } = world
    const device = await added(partner)
    const { totpUri } = await partner.call(accountRoutes.startTwoFactor, { body: { password } })
    await partner.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const browser = app.anonymous()
    expect((await signIn(browser, device.answer(await question(browser)))).status).toBe(200)
    const save = (iban: string, proof = {}) => browser.try(paymentRoutes.savePaymentInfo, { body: { ...bank, iban, ...proof } })
    await save(firstIban)
    expect((await save(otherIban, { password })).body).toMatchObject({ code: 'confirmation_required', facts: { by: 'code' } })
    const passkey = device.answer(await browser.call(passkeyRoutes.proofQuestion, {}))
    expect((await save(otherIban, { passkey })).status).toBe(200)
    expect((await save(firstIban, { code: nextTotp(totpUri) })).status).toBe(200)
  })

  test('two-factor that is switched on in a session of a passkey leaves it one', async () => {
    const device = await added(world.partner)
    const browser = world.app.anonymous()
    await signIn(browser, device.answer(await question(browser)))
    const { totpUri } = await browser.call(accountRoutes.startTwoFactor, { body: { password } })
    await browser.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const { sessions } = await browser.call(accountRoutes.listSessions, {})
    expect(sessions.find(({ current }) => current)?.method).toBe('passkey')
  })

  test('one that is removed opens nothing; nobody removes somebody else’s', async () => {
    const { partner, app } = world
    const device = await added(partner)
    const [own] = (await partner.call(passkeyRoutes.listPasskeys, {})).passkeys
    const params = { id: own?.id ?? '' }
    expect((await partner.try(passkeyRoutes.removePasskey, { params, body: {} })).body.code).toBe('confirmation_required')
    const other = await app.newPartner(`autre-${world.address}`)
    expect((await other.try(passkeyRoutes.removePasskey, { params, body: { password } })).body.code).toBe('not_found')
    await world.received()
    await partner.call(passkeyRoutes.removePasskey, { params, body: { password } })
    expect((await world.received()).map(({ subject }) => subject)).toEqual(['Une clé d’accès a été retirée'])
    const browser = app.anonymous()
    expect((await signIn(browser, device.answer(await question(browser)))).body.code).toBe('passkey_invalid')
  })

  test('an answer to somebody who is signed in opens no session, with the browser’s own cookies', async () => {
    const { partner } = world
    const device = await added(partner)
    const answer = device.answer(await partner.call(passkeyRoutes.proofQuestion, {}))
    expect((await signIn(partner, answer)).body.code).toBe('passkey_invalid')
    // Its question is used up with it, and one to sign in with is answered as ever.
    expect((await partner.try(passkeyRoutes.newPasskeyQuestion, { body: { passkey: answer } })).body.code).toBe('passkey_invalid')
    expect((await signIn(partner, device.answer(await question(partner)))).status).toBe(200)
  })

  test('who chooses a new password by mail sees the account’s passkeys, and removes what they do not know', async () => {
    const { partner, app } = world
    const [known, strange] = [await added(partner, 'Portable'), await added(partner, 'Inconnue')]
    await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: world.address } })
    const [mail] = (await world.received()).filter(({ subject }) => subject.includes('initialis'))
    const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const { passkeys } = await app.anonymous().call(authRoutes.openReset, { body: { token } })
    expect(passkeys.map(({ name }) => name)).toEqual(['Inconnue', 'Portable'])
    const other = await added(await app.newPartner(`autre-${world.address}`))
    const removePasskeys = passkeys.filter(({ name }) => name === 'Inconnue').map(({ id }) => id)
    await app.anonymous().call(authRoutes.resetPassword, { body: { token, password, removePasskeys } })
    const codes: (number | string)[] = []
    for (const device of [known, strange, other]) {
      const browser = app.anonymous()
      const { status, body } = await signIn(browser, device.answer(await question(browser)))
      codes.push(status === 200 ? status : body.code)
    }
    expect(codes).toEqual([200, 'passkey_invalid', 200])
    const subjects = (await world.received()).map(({ subject }) => subject)
    expect(subjects).toContain('Une clé d’accès a été retirée')
  })

  test('staff take lost passkeys away with the second factor, and the deleted lose theirs', async () => {
    const { partner, app } = world
    const device = await added(partner)
    const reset = { params: { id: partner.userId }, body: { reason: 'Téléphone perdu' } }
    await app.admin.call(partnerRoutes.resetSecondFactor, reset)
    expect((await partner.try(accountRoutes.getMe, {})).status).toBe(401)
    const browser = app.anonymous()
    expect((await signIn(browser, device.answer(await question(browser)))).body.code).toBe('passkey_invalid')

    const again = await app.signIn(app.anonymous(), world.address)
    const kept = await added(again)
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: again.userId }, query: {} })
    expect((await signIn(browser, kept.answer(await question(browser)))).body.code).toBe('passkey_invalid')
  })

  test('staff who end somebody’s sessions read how many passkeys stay, and remove them if they like', async () => {
    const { partner, app } = world
    const [device] = [await added(partner), await added(partner, 'Portable')]
    const other = await added(await app.newStaff(`equipe-${world.address}`, 'viewer'))
    await world.received()
    const row = async () =>
      (await app.admin.call(partnerRoutes.listPartners, { query: { search: world.address } })).items.map((each) => each.passkeys)
    expect((await row()).toSorted()).toEqual([1, 2])
    const end = (query: { removePasskeys?: 'true' }) =>
      app.admin.call(partnerRoutes.endSessions, { params: { id: partner.userId }, query })
    const signsIn = async (passkeys: PasskeyDevice) => {
      const browser = app.anonymous()
      return (await signIn(browser, passkeys.answer(await question(browser)))).status === 200
    }
    expect([await end({}), await signsIn(device)]).toEqual([{ count: 1, passkeys: 2 }, true])
    expect((await world.received()).at(-1)?.text).toContain('Reconnectez-vous pour continuer.')

    expect(await end({ removePasskeys: 'true' })).toEqual({ count: 1, passkeys: 0 })
    expect([await signsIn(device), await signsIn(other)]).toEqual([false, true])
    const [mail, ...more] = await world.received()
    expect([mail?.subject, more]).toEqual(['Vos sessions ont été fermées', []])
    expect(mail?.text).toContain('a retiré vos 2 clés d’accès')
    const ended = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('after').where('name', '=', 'sessions.ended').orderBy('seq').execute(),
    )
    expect(ended.map(({ after }) => after)).toEqual([{ count: 1 }, { count: 1, passkeys: 2 }])

    await app.signIn(partner, world.address)
    const saved = await partner.try(paymentRoutes.savePaymentInfo, { body: { ...bank, iban: firstIban } })
    expect(saved.body.code).toBe('bank_details_wait')
  })

  test('a password sign-in still works beside it, and wrong passkeys are counted', async () => {
    await added(world.partner)
    expect((await world.app.anonymous().call(authRoutes.signIn, { body: { email: world.address, password } })).next).toBe('done')
    const { partner } = world
    const wrong = async () => {
      const passkey = new PasskeyDevice(origin).answer(await partner.call(passkeyRoutes.proofQuestion, {}))
      return (await partner.try(passkeyRoutes.newPasskeyQuestion, { body: { passkey } })).body.code
    }
    const codes: string[] = []
    for (let count = 0; count < 11; count += 1) codes.push(await wrong())
    expect(codes.slice(-2)).toEqual(['passkey_invalid', 'too_many_requests'])
  })
})
