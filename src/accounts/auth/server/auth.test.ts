import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { password, TestApp } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'

describe.each(databaseKinds())('accounts and sessions on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  test('an invitation works once, until it is replaced, withdrawn or seven days old', async () => {
    const invite = (email: string) =>
      app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Jean Neuf', role: 'partner' } })
    const accept = (token: string) =>
      app.anonymous().try(authRoutes.acceptInvitation, { body: { token, fullName: 'Jean Neuf', password } })
    const { id } = await invite('jean@exemple.fr')
    const first = await app.invitationToken(id)
    const second = await app.invitationToken(id)
    expect((await accept(first)).body.code).toBe('link_invalid')
    expect((await accept(`${second}x`)).body.code).toBe('link_invalid')
    expect((await accept(second)).status).toBe(201)
    expect((await accept(second)).body.code).toBe('link_invalid')
    const late = await invite('tard@exemple.fr')
    const token = await app.invitationToken(late.id)
    app.pass(7 * 86_400_000 + 1)
    expect((await accept(token)).body.code).toBe('link_invalid')
    expect(
      (await app.admin.try(partnerRoutes.invite, { body: { email: 'JEAN@exemple.fr', fullName: 'X', role: 'partner' } })).body,
    ).toMatchObject({
      code: 'email_taken',
      detail: 'jean@exemple.fr already has an account.',
    })
    await app.admin.call(partnerRoutes.withdrawInvitation, { params: { id: late.id }, query: {} })
    expect((await invite('tard@exemple.fr')).state).toBe('invited')
  })

  test('signing out ends the session on the server', async () => {
    const marie = await app.newPerson('marie@exemple.fr')
    const { cookie } = marie
    await marie.call(authRoutes.signOut, {})
    const replayed = await app.anonymous().send('GET', '/api/me', undefined, { cookie })
    expect(replayed.statusCode).toBe(401)
    expect((await marie.call(authRoutes.currentSession, {})).me).toBeNull()
  })

  test('the session cookie is HttpOnly, SameSite and persistent; a tampered one is ignored', async () => {
    const response = await app.anonymous().send('POST', '/api/session', { email: 'admin@acme.example', password })
    const cookies = [response.headers['set-cookie']].flat()
    for (const each of cookies) expect(each).toMatch(/HttpOnly/)
    for (const each of cookies) expect(each).toMatch(/SameSite=Lax/)
    expect(cookies.find((each) => each?.includes('session_token'))).toMatch(/Max-Age=2592000/)
    const cookie = response.cookies.find(({ name }) => name.includes('session_token'))
    const forged = `${cookie?.name}=${encodeURIComponent(`x${cookie?.value}`)}`
    expect((await app.anonymous().send('GET', '/api/me', undefined, { cookie: forged })).statusCode).toBe(401)
  })

  test('the eleventh wrong password within a quarter of an hour is rate-limited', async () => {
    const email = 'devine@exemple.fr'
    await app.newPerson(email)
    const attempt = (secret: string) => app.anonymous().try(authRoutes.signIn, { body: { email, password: secret } })
    for (let count = 0; count < 10; count += 1) expect((await attempt('pas-le-bon')).body.code).toBe('invalid_credentials')
    const refused = await attempt(password)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    app.pass(900_001)
    expect((await attempt(password)).status).toBe(200)
  })

  test('a reset link works once and ends every session; the response never reveals whether an account exists', async () => {
    const marc = await app.newPerson('marc@exemple.fr')
    const ask = (email: string) => app.anonymous().try(authRoutes.requestPasswordReset, { body: { email } })
    const [known, unknown] = [await ask('marc@exemple.fr'), await ask('personne@exemple.fr')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    await queueAtRest(app)
    const { linkToken } = await import('#platform/server/secrets/links.ts')
    const row = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('password_resets').select('id').where('user_id', '=', marc.userId).executeTakeFirstOrThrow(),
    )
    const token = linkToken(app.portal.config, 'password-reset', row.id)
    const reset = (secret: string) => app.anonymous().try(authRoutes.resetPassword, { body: { token, password: secret } })
    const open = () => app.anonymous().try(authRoutes.openReset, { body: { token } })
    expect((await reset('azerty')).status).toBe(422)
    expect((await open()).body).toEqual({ passkeys: [] })
    expect((await reset('un-tout-nouveau')).status).toBe(204)
    expect((await open()).body.code).toBe('link_invalid')
    expect((await reset('encore-un-autre')).body.code).toBe('link_invalid')
    expect((await marc.try(accountRoutes.getMe, {})).status).toBe(401)
    await app.signIn(marc, 'marc@exemple.fr', 'un-tout-nouveau')
  })

  test('two-factor requires a code, accepts each recovery code once, and can be switched off', async () => {
    const lea = await app.newPerson('lea@exemple.fr')
    expect((await lea.try(accountRoutes.startTwoFactor, { body: { password: 'pas-le-bon' } })).body.code).toBe('wrong_password')
    const { totpUri, recoveryCodes } = await lea.call(accountRoutes.startTwoFactor, { body: { password } })
    expect((await lea.try(accountRoutes.confirmTwoFactor, { body: { code: '000000' } })).body.code).toBe('second_factor_invalid')
    await lea.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    expect((await lea.call(accountRoutes.getMe, {})).twoFactorEnabled).toBe(true)
    const again = async () => {
      const client = app.anonymous()
      const { next } = await client.call(authRoutes.signIn, { body: { email: 'lea@exemple.fr', password } })
      expect(next).toBe('second_factor')
      expect((await client.try(accountRoutes.getMe, {})).status).toBe(401)
      return client
    }
    const byCode = await again()
    expect((await byCode.call(authRoutes.signInSecondFactor, { body: { code: nextTotp(totpUri), kind: 'totp' } })).email).toBe(
      'lea@exemple.fr',
    )
    const [recovery = ''] = recoveryCodes
    const byRecovery = await again()
    await byRecovery.call(authRoutes.signInSecondFactor, { body: { code: recovery, kind: 'recovery' } })
    const twice = await again()
    expect((await twice.try(authRoutes.signInSecondFactor, { body: { code: recovery, kind: 'recovery' } })).body.code).toBe(
      'second_factor_invalid',
    )
    // Neither the password nor a code alone does away with it.
    const [, second = '', third = ''] = recoveryCodes
    const stop = (body: object) => byRecovery.try(accountRoutes.stopTwoFactor, { body: { password, ...body } })
    const renew = (body: object) => byRecovery.try(accountRoutes.renewRecoveryCodes, { body: { password, ...body } })
    for (const ask of [stop, renew]) {
      expect((await ask({})).body.code).toBe('confirmation_required')
      expect((await ask({ password: 'pas-le-bon', code: second })).body.code).toBe('wrong_password')
      expect((await ask({ code: '000000' })).body.code).toBe('second_factor_invalid')
      expect((await ask({ code: recovery })).body.code).toBe('second_factor_invalid')
    }
    const { body: renewed } = await renew({ code: second })
    expect((await stop({ code: third })).body.code).toBe('second_factor_invalid')
    expect((await stop({ code: renewed.recoveryCodes[0] })).status).toBe(204)
    await app.signIn(app.anonymous(), 'lea@exemple.fr')
  })

  test('a changed password ends the other sessions and keeps the current one', async () => {
    const here = await app.newPerson('ici@exemple.fr')
    const there = await app.signIn(app.anonymous(), 'ici@exemple.fr')
    const wrong = await here.try(accountRoutes.changePassword, {
      body: { currentPassword: 'pas-le-bon', newPassword: 'tout-neuf-42' },
    })
    expect(wrong.body.code).toBe('wrong_password')
    await here.call(accountRoutes.changePassword, { body: { currentPassword: password, newPassword: 'tout-neuf-42' } })
    expect((await there.try(accountRoutes.getMe, {})).status).toBe(401)
    const { sessions } = await here.call(accountRoutes.listSessions, {})
    expect(sessions.filter((each) => each.current)).toHaveLength(1)
  })

  test('roles: the own one and the last administrator’s cannot change; a promoted partner is staff at once', async () => {
    const role = (id: string, to: 'partner' | 'admin') =>
      app.admin.try(partnerRoutes.changeRole, { params: { id }, body: { role: to, password } })
    expect((await role(app.admin.userId, 'partner')).body.code).toBe('own_role')
    const second = await app.newPerson('adjointe@exemple.fr')
    expect((await second.try(partnerRoutes.listPartners, { query: {} })).status).toBe(403)
    await role(second.userId, 'admin')
    expect((await second.try(partnerRoutes.listPartners, { query: {} })).status).toBe(200)
    expect((await app.admin.try(partnerRoutes.deletePartner, { params: { id: second.userId }, query: {} })).body.code).toBe(
      'administrator_not_deletable',
    )
    await role(second.userId, 'partner')
    const { database } = app.portal
    await expect(
      database.asActor(system, (tx) => tx.deleteFrom('user_roles').where('user_id', '=', app.admin.userId).execute()),
    ).rejects.toMatchObject({ constraint: 'last_administrator' })
  })

  test('a deleted partner loses access at once; leads stay and keep the name', async () => {
    const paul = await app.newPartner('paul@exemple.fr', 'Paul Parti')
    const body = { name: 'Contact', company: 'Societe', email: 'c@s.fr', estimatedAmountCents: 100, offerType: 'star' as const }
    const lead = await paul.call(leadRoutes.addLead, { body })
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: paul.userId }, query: {} })
    expect((await paul.try(accountRoutes.getMe, {})).status).toBe(401)
    expect((await app.anonymous().try(authRoutes.signIn, { body: { email: 'paul@exemple.fr', password } })).body.code).toBe(
      'invalid_credentials',
    )
    const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })
    expect(items.map((each) => each.id)).not.toContain(paul.userId)
    expect((await app.admin.call(leadRoutes.getLead, { params: { id: lead.id } })).partner).toEqual({
      id: paul.userId,
      name: 'Paul Parti',
      deleted: true,
    })
    expect(
      (
        await app.admin.call(partnerRoutes.invite, {
          body: { email: 'paul@exemple.fr', fullName: 'Paul Revenu', role: 'partner' },
        })
      ).state,
    ).toBe('invited')
  })
})
