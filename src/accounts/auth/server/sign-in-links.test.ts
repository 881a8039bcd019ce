import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { type Client, password } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { signInLinkRoutes } from '../api/sign-in-links.ts'

const minute = 60_000
const bank = { company: 'Dupont SARL', address: '1 rue de la Paix, Paris', country: 'France' }
const [firstIban, otherIban] = ['FR7630006000011234567890189', 'FR7610107001011234567890129']

describe.each(databaseKinds())('links to sign in on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.next()
    await offer(true)
  })

  const offer = (signInLinks: boolean) => world.app.admin.call(settingsRoutes.saveSettings, { body: { signInLinks } })
  const ask = (browser: Client, email = world.address) => browser.try(signInLinkRoutes.requestSignInLink, { body: { email } })
  const open = (browser: Client, token: string) => browser.try(signInLinkRoutes.signInByLink, { body: { token } })
  const mails = async () => (await world.received()).filter(({ html }) => html.includes('/sign-in-link?token='))
  const tokenOf = (mail: { readonly html: string } | undefined) =>
    /sign-in-link\?token=([\w.-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
  /** A browser that has asked, and the token that its owner was sent. */
  const asked = async () => {
    const browser = world.app.anonymous()
    expect((await ask(browser)).status).toBe(202)
    return { browser, token: tokenOf((await mails())[0]) }
  }

  test('a link by mail signs in once, and the session, the list and the event say so', async () => {
    const { browser, token } = await asked()
    const { body } = await open(browser, token)
    expect([body.next, body.me?.email]).toEqual(['done', world.address])
    const { sessions } = await browser.call(accountRoutes.listSessions, {})
    expect(sessions.find(({ current }) => current)?.method).toBe('link')
    const events = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['name', 'after'])
        .where('subject_id', '=', world.partner.userId)
        .where('name', 'in', ['session.started', 'sign_in_link.requested'])
        .orderBy('id')
        .execute(),
    )
    expect(events.map(({ name }) => name).slice(-2)).toEqual(['sign_in_link.requested', 'session.started'])
    expect(events.at(-1)?.after).toMatchObject({ method: 'link' })
    expect((await open(browser, token)).body.code).toBe('link_invalid')
  })

  test('two browsers at once with one link open one session', async () => {
    const { browser, token } = await asked()
    const answers = await Promise.all([open(browser, token), open(browser, token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  test('the mail is in the reader’s language, urgent, and its link is nowhere in the database', async () => {
    const { token } = await asked()
    await world.partner.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
    await ask(world.app.anonymous())
    const [mail] = await mails()
    expect(mail?.subject).toBe('Your link to sign in to Acme & Fils')
    expect(mail?.text).toContain('valid for 15 minutes, works only once, and only in that browser')
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    const { rows } = await world.app.portal.database.runAsJobs(
      `select 1 from pgboss.job where data::text like '%' || $1 || '%'`,
      [token.split('.')[1] ?? 'no token'],
    )
    expect(rows).toEqual([])
  })

  test('another browser does not open it, and leaves it to the one that asked', async () => {
    const { browser, token } = await asked()
    const elsewhere = world.app.anonymous()
    expect((await open(elsewhere, token)).body).toMatchObject({ status: 403, code: 'link_of_other_browser' })
    // A browser that has asked for a link of its own holds another secret.
    await ask(elsewhere, 'personne@exemple.fr')
    expect((await open(elsewhere, token)).body.code).toBe('link_of_other_browser')
    expect((await elsewhere.try(accountRoutes.getMe, {})).status).toBe(401)
    expect((await open(browser, token)).status).toBe(200)
  })

  test('a link works for fifteen minutes, and an earlier one of the same browser as long', async () => {
    const { browser, token } = await asked()
    world.app.pass(10 * minute)
    await ask(browser)
    const later = tokenOf((await mails())[0])
    world.app.pass(5 * minute - 1000)
    expect((await open(browser, token)).status).toBe(200)
    world.app.pass(10 * minute + 1000)
    expect((await open(browser, later)).body.code).toBe('link_invalid')
  })

  test('the answer never reveals an account, and staff, strangers and the deleted get no link', async () => {
    const known = await ask(world.app.anonymous())
    const unknown = await ask(world.app.anonymous(), 'personne@exemple.fr')
    const staff = await ask(world.app.anonymous(), 'admin@acme.example')
    expect([unknown.status, unknown.body, staff.status, staff.body]).toEqual([known.status, known.body, known.status, known.body])
    await world.idle()
    const to = world.mailbox.mails.filter(({ html }) => html.includes('sign-in-link')).map((mail) => mail.to)
    expect(to).toEqual([world.address])
    const { browser, token } = await asked()
    await world.app.admin.call(partnerRoutes.deletePartner, { params: { id: world.partner.userId }, query: {} })
    expect((await open(browser, token)).body.code).toBe('link_invalid')
  })

  test('a link of somebody who has become staff, or after the offer ended, opens nothing', async () => {
    const { browser, token } = await asked()
    await offer(false)
    expect((await open(browser, token)).body.code).toBe('link_invalid')
    expect((await ask(browser)).body.code).toBe('sign_in_way_off')
    await offer(true)
    await world.app.changeRole(world.partner, 'admin')
    expect((await open(browser, token)).body.code).toBe('link_invalid')
  })

  test('a forged token, and one of another purpose, is refused and recorded', async () => {
    const { browser, token } = await asked()
    expect((await open(browser, `${token.slice(0, -2)}xx`)).body.code).toBe('link_invalid')
    const { linkToken } = await import('#platform/server/secrets/links.ts')
    const id = token.split('.')[0] ?? ''
    expect((await open(browser, linkToken(world.app.portal.config, 'password-reset', id))).body.code).toBe('link_invalid')
    expect((await open(browser, token)).status).toBe(200)
  })

  test('whoever has two-factor on is asked for the code, and the session says both', async () => {
    const { totpUri } = await world.partner.call(accountRoutes.startTwoFactor, { body: { password } })
    await world.partner.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    await world.received()
    const { browser, token } = await asked()
    expect((await open(browser, token)).body).toEqual({ next: 'second_factor', me: null })
    expect((await browser.try(accountRoutes.getMe, {})).status).toBe(401)
    const wrong = await browser.try(authRoutes.signInSecondFactor, { body: { code: '000000', kind: 'totp' } })
    expect(wrong.body.code).toBe('second_factor_invalid')
    await browser.call(authRoutes.signInSecondFactor, { body: { code: nextTotp(totpUri), kind: 'totp' } })
    const { sessions } = await browser.call(accountRoutes.listSessions, {})
    expect(sessions.find(({ current }) => current)?.method).toBe('link_totp')
  })

  test('bank details ask a session of a link for the password', async () => {
    const { browser, token } = await asked()
    await open(browser, token)
    const save = (iban: string, proof = {}) => browser.try(paymentRoutes.savePaymentInfo, { body: { ...bank, iban, ...proof } })
    expect((await save(firstIban ?? '')).status).toBe(200)
    expect((await save(otherIban ?? '')).body).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect((await save(otherIban ?? '', { password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    expect((await save(otherIban ?? '', { password })).status).toBe(200)
  })

  test('the sixth request within a quarter of an hour is refused, whoever asks', async () => {
    for (let count = 0; count < 5; count += 1) expect((await ask(world.app.anonymous())).status).toBe(202)
    const refused = await ask(world.app.anonymous())
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  })
})
