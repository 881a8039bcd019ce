import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { password } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'

const next = 'lune-verte-et-douce'

describe.each(databaseKinds())('security mail on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  test('a changed password is mailed with time, origin and what to do, without secrets', async () => {
    await world.partner.call(accountRoutes.changePassword, { body: { currentPassword: password, newPassword: next } })
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Votre mot de passe a été modifié')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toMatch(/a été modifié le \d.* depuis l’adresse 127\.0\.0\.1\. Les autres sessions ont été fermées\./)
      expect(half).toContain(
        'Sinon, choisissez un nouveau mot de passe avec « Mot de passe oublié ? » et contactez aide@acme.example',
      )
      expect(half).toContain('Ce message de sécurité est toujours envoyé.')
      expect(half).not.toContain(password)
      expect(half).not.toContain(next)
    }
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.html).toContain('<meta name="color-scheme" content="light">')
  })

  test('a password reset is mailed as such', async () => {
    await world.app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: world.address } })
    await world.received()
    const { id } = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('password_resets').select('id').where('user_id', '=', world.partner.userId).executeTakeFirstOrThrow(),
    )
    const token = linkToken(world.app.portal.config, 'password-reset', id)
    await world.app.anonymous().call(authRoutes.resetPassword, { body: { token, password: next } })
    const [mail] = await world.received()
    expect(mail?.text).toContain('avec un lien reçu par e-mail')
    expect(mail?.text).not.toContain(token)
  })

  test('two-factor changes and renewed recovery codes are mailed, without any code', async () => {
    const { partner } = world
    const started = await partner.call(accountRoutes.startTwoFactor, { body: { password } })
    await partner.call(accountRoutes.confirmTwoFactor, { body: { code: totp(started.totpUri) } })
    const { recoveryCodes } = await partner.call(accountRoutes.renewRecoveryCodes, {
      body: { password, code: nextTotp(started.totpUri) },
    })
    await partner.call(accountRoutes.stopTwoFactor, { body: { password, code: recoveryCodes[0] } })
    const mails = await world.received()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'La double authentification est activée',
      'Vos codes de secours ont été renouvelés',
      'La double authentification est désactivée',
    ])
    const texts = mails.map(({ text, html }) => text + html).join()
    for (const code of [...started.recoveryCodes, ...recoveryCodes]) expect(texts).not.toContain(code)
  })

  test('staff end every session of a person, who gets a mail', async () => {
    const { partner, app, address } = world
    const elsewhere = await app.signIn(app.anonymous(), address)
    const end = () => app.admin.call(partnerRoutes.endSessions, { params: { id: partner.userId }, query: {} })
    expect(await end()).toEqual({ count: 2, passkeys: 0 })
    expect((await partner.try(accountRoutes.getMe, {})).status).toBe(401)
    expect((await elsewhere.try(accountRoutes.getMe, {})).status).toBe(401)
    const mails = await world.received()
    expect(mails.map(({ subject }) => subject)).toEqual(['Vos sessions ont été fermées'])
    expect(mails[0]?.text).toContain('Acme & Fils a fermé toutes vos sessions')
    const events = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['actor_id', 'after']).where('name', '=', 'sessions.ended').execute(),
    )
    expect(events).toEqual([{ actor_id: app.admin.userId, after: { count: 2 } }])
    expect(await end()).toEqual({ count: 0, passkeys: 0 })
    expect(await world.received()).toEqual([])
  })

  test('staff end neither their own sessions nor those of somebody invited', async () => {
    const { app, address } = world
    const end = (id: string) => app.admin.try(partnerRoutes.endSessions, { params: { id }, query: {} })
    expect((await end(app.admin.userId)).body.code).toBe('not_allowed')
    const body = { email: `invite-${address}`, fullName: 'Jean Neuf', role: 'partner' as const }
    const invited = await app.admin.call(partnerRoutes.invite, { body })
    expect([invited.can.endSessions, (await end(invited.id)).body.code]).toEqual([false, 'partner_not_active'])
  })
})
