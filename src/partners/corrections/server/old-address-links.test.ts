import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { signInLinkRoutes } from '#accounts/auth/api/sign-in-links.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { type Client, password } from '#test/test-app.ts'
import { partnerCorrectionRoutes } from '../api.ts'

const newPassword = 'lune-verte-et-douce'

describe.each(databaseKinds())('links that were sent to an address that has changed, on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    await world.app.admin.call(settingsRoutes.saveSettings, { body: { signInLinks: true } })
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  const requestChange = (email: string) => {
    const body = { fullName: 'Marie Dupont', company: '', email, password }
    return world.app.admin.call(partnerCorrectionRoutes.correctPartner, { params: { id: world.partner.userId }, body })
  }
  const tokenIn = (html: string | undefined) => /[?]token=([\w.-]+)/.exec(html ?? '')?.[1] ?? ''
  /** The token in the mail to an address whose subject begins so. */
  const mailedTo = async (address: string, subject: string) => {
    await world.idle()
    const mail = world.mailbox.to(address).findLast((each) => each.subject.startsWith(subject))
    const token = tokenIn(mail?.html)
    if (!token) throw new Error(`no link in a mail ${subject} to ${address}`)
    return token
  }
  const fresh = () => `nouvelle.${world.address}`
  /** The new address counts from now on. */
  const confirmChange = async () => {
    await requestChange(fresh())
    const token = await mailedTo(fresh(), 'Confirmez')
    await world.app.anonymous().call(partnerCorrectionRoutes.confirmEmailChange, { body: { token } })
  }
  const askReset = (email = world.address) => world.app.anonymous().call(authRoutes.requestPasswordReset, { body: { email } })
  const reset = async (token: string) =>
    (await world.app.anonymous().try(authRoutes.resetPassword, { body: { token, password: newPassword } })).status
  const signInBy = (browser: Client, token: string) => browser.try(signInLinkRoutes.signInByLink, { body: { token } })
  const storedIds = (table: 'password_resets' | 'sign_in_links') =>
    world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom(table).select('id').where('user_id', '=', world.partner.userId).execute(),
    )

  test('a password reset is dead, and the password stays', async () => {
    await askReset()
    const token = await mailedTo(world.address, 'Réinitialisation')
    await confirmChange()
    expect(await reset(token)).toBe(410)
    await world.app.anonymous().call(authRoutes.signIn, { body: { email: fresh(), password } })
  })

  test('a link to sign in is dead, also in the browser that asked for it', async () => {
    const browser = world.app.anonymous()
    await browser.call(signInLinkRoutes.requestSignInLink, { body: { email: world.address } })
    const token = await mailedTo(world.address, 'Votre lien de connexion')
    await confirmChange()
    expect((await signInBy(browser, token)).body).toMatchObject({ code: 'link_invalid' })
    expect((await browser.try(accountRoutes.getMe, {})).status).toBe(401)
  })

  test('links of any number are dead, and those that are asked for at the new address are good', async () => {
    const browser = world.app.anonymous()
    for (const _ of [1, 2]) {
      await askReset()
      await browser.call(signInLinkRoutes.requestSignInLink, { body: { email: world.address } })
    }
    await world.idle()
    const [resets, links] = [await storedIds('password_resets'), await storedIds('sign_in_links')]
    expect(links).toHaveLength(2)
    await confirmChange()
    const { config } = world.app.portal
    for (const { id } of resets) expect(await reset(linkToken(config, 'password-reset', id))).toBe(410)
    for (const { id } of links) expect((await signInBy(browser, linkToken(config, 'sign-in', id))).status).toBe(410)
    await browser.call(signInLinkRoutes.requestSignInLink, { body: { email: fresh() } })
    expect((await signInBy(browser, await mailedTo(fresh(), 'Votre lien de connexion'))).status).toBe(200)
    await askReset(fresh())
    expect(await reset(await mailedTo(fresh(), 'Réinitialisation'))).toBe(204)
  })

  test('the old address asks for nothing any more', async () => {
    await confirmChange()
    await world.idle()
    world.mailbox.mails.length = 0
    await askReset()
    await world.app.anonymous().call(signInLinkRoutes.requestSignInLink, { body: { email: world.address } })
    await world.idle()
    expect(world.mailbox.mails).toEqual([])
  })

  test('a link to confirm another address is dead once this one counts', async () => {
    await requestChange(`premiere.${world.address}`)
    const first = await mailedTo(`premiere.${world.address}`, 'Confirmez')
    await confirmChange()
    const late = await world.app.anonymous().try(partnerCorrectionRoutes.confirmEmailChange, { body: { token: first } })
    expect(late.body).toMatchObject({ code: 'link_invalid' })
    expect((await world.partner.call(accountRoutes.getMe, {})).email).toBe(fresh())
  })

  test('a reset that is used during the change leaves no link either', async () => {
    await askReset()
    const token = await mailedTo(world.address, 'Réinitialisation')
    await requestChange(fresh())
    const change = await mailedTo(fresh(), 'Confirmez')
    const [status] = await Promise.all([
      reset(token),
      world.app.anonymous().call(partnerCorrectionRoutes.confirmEmailChange, { body: { token: change } }),
    ])
    // Whichever was first: afterwards the link is used up, and one password opens the account, at the new address.
    expect(await reset(token)).toBe(410)
    const now = status === 204 ? newPassword : password
    await world.app.anonymous().call(authRoutes.signIn, { body: { email: fresh(), password: now } })
  })

  test('a reset that is asked for during the change leaves no link at the old address', async () => {
    await requestChange(fresh())
    const token = await mailedTo(fresh(), 'Confirmez')
    const asked = Array.from({ length: 4 }, () => askReset())
    await Promise.all([world.app.anonymous().call(partnerCorrectionRoutes.confirmEmailChange, { body: { token } }), ...asked])
    await world.idle()
    const sent = world.mailbox.to(world.address).filter((each) => each.subject.startsWith('Réinitialisation'))
    for (const mail of sent) expect(await reset(tokenIn(mail.html))).toBe(410)
  })
})
