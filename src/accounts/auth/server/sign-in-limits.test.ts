import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { signInLimits } from './limits.ts'

describe.each(databaseKinds())('sign-in limits on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, { TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const attempt = async (client: Client, email: string, secret: string, address = '203.0.113.1') =>
    (await client.try(authRoutes.signIn, { body: { email, password: secret } }, { 'x-forwarded-for': address })).status

  /** Records attempts without hashing a password for each. */
  async function fill(times: number, email: string, address: (time: number) => string): Promise<void> {
    for (let time = 0; time < times; time += 1) await countAttempt(app.portal, signInLimits(address(time), email, null))
  }

  const refusalsOf = async (userId: string | null) => {
    const rows = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['after'])
        .where('name', '=', 'sign_in.refused')
        .where('subject_id', userId ? '=' : 'is', userId)
        .orderBy('seq')
        .execute(),
    )
    return rows.map(({ after }) => after)
  }

  async function resetToken(userId: string): Promise<string> {
    await queueAtRest(app)
    const row = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('password_resets').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
    return linkToken(app.portal.config, 'password-reset', row.id)
  }

  test('a stranger’s wrong passwords block the owner neither at another address nor in a known browser', async () => {
    const email = 'marie@exemple.fr'
    const owner = await app.newPerson(email)
    await fill(10, email, () => '203.0.113.1')
    expect(await attempt(app.anonymous(), email, password)).toBe(429)
    expect(await attempt(app.anonymous(), email, password, '203.0.113.2')).toBe(200)
    expect(await attempt(owner, email, password)).toBe(200)
  })

  test('guesses from many addresses share a limit; a known browser and a password reset bypass it', async () => {
    const email = 'cible@exemple.fr'
    const owner = await app.newPerson(email)
    await fill(40, email, (time) => `198.51.100.${time}`)
    const stopped = await app
      .anonymous()
      .try(authRoutes.signIn, { body: { email, password } }, { 'x-forwarded-for': '198.51.100.99' })
    expect([stopped.status, stopped.body.detail]).toEqual([
      429,
      'Trop de tentatives. Veuillez réessayer plus tard, ou choisissez un nouveau mot de passe avec « Mot de passe oublié ? ».',
    ])
    expect(await attempt(owner, email, password, '198.51.100.99')).toBe(200)
    const fresh = app.anonymous()
    await fresh.call(authRoutes.requestPasswordReset, { body: { email } })
    await fresh.call(authRoutes.resetPassword, {
      body: { token: await resetToken(owner.userId), password: 'lune-verte-et-douce' },
    })
    expect(await attempt(fresh, email, 'lune-verte-et-douce', '198.51.100.99')).toBe(200)
    expect(await attempt(owner, email, 'lune-verte-et-douce', '198.51.100.99')).toBe(429)
  })

  test('all addresses together have 200 attempts a day on one account', async () => {
    const email = 'patience@exemple.fr'
    await fill(40, email, (time) => `198.51.100.${time}`)
    await app.portal.database.asOwner((run) => run('update auth.rate_limits set count = 200 where count = 40'))
    app.pass(900_001)
    await expect(fill(1, email, () => '198.51.100.200')).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('a known browser has its own limit, for its account only: its eleventh wrong password is refused', async () => {
    const paul = await app.newPerson('paul@exemple.fr')
    const cookies = Object.fromEntries(paul.cookie.split('; ').map((each) => each.split('=') as [string, string]))
    const [, device = ''] = Object.entries(cookies).find(([name]) => name.includes('device')) ?? []
    for (let time = 0; time < 10; time += 1) {
      await countAttempt(app.portal, signInLimits('203.0.113.3', 'paul@exemple.fr', device.split('.')[0] ?? ''))
    }
    expect(await attempt(paul, 'paul@exemple.fr', password, '203.0.113.3')).toBe(429)
    expect(await attempt(app.anonymous(), 'paul@exemple.fr', password, '203.0.113.3')).toBe(200)
    await app.newPerson('autre@exemple.fr')
    await fill(10, 'autre@exemple.fr', () => '203.0.113.3')
    expect(await attempt(paul, 'autre@exemple.fr', password, '203.0.113.3')).toBe(429)
    const forged = app.anonymous()
    const name = Object.keys(cookies).find((each) => each.includes('device')) ?? ''
    const headers = { cookie: `${name}=${device}x`, 'x-forwarded-for': '203.0.113.3' }
    await fill(9, 'paul@exemple.fr', () => '203.0.113.3')
    await fill(1, 'paul@exemple.fr', () => '203.0.113.3')
    expect((await forged.send('POST', '/api/session', { email: 'paul@exemple.fr', password }, headers)).statusCode).toBe(429)
  })

  test('successful sign-ins use up no limit', async () => {
    const email = 'souvent@exemple.fr'
    await app.newPerson(email)
    await fill(9, email, () => '203.0.113.9')
    for (let time = 0; time < 3; time += 1) expect(await attempt(app.anonymous(), email, password, '203.0.113.9')).toBe(200)
    await fill(10, email, () => '203.0.113.9')
  })

  test('a code works once per account: not again, not twice concurrently, not after switching two-factor on', async () => {
    const email = 'lea@exemple.fr'
    const lea = await app.newPerson(email)
    const { totpUri, recoveryCodes } = await lea.call(accountRoutes.startTwoFactor, { body: { password } })
    // Once each: half a minute later they would be other codes.
    const [code, next] = [totp(totpUri), nextTotp(totpUri)]
    await lea.call(accountRoutes.confirmTwoFactor, { body: { code } })
    const challenged = async () => {
      const client = app.anonymous()
      await client.call(authRoutes.signIn, { body: { email, password } })
      return client
    }
    const first = await challenged()
    const used = await first.try(authRoutes.signInSecondFactor, { body: { code, kind: 'totp' } })
    expect([used.status, used.body.detail]).toEqual([401, 'Ce code a déjà servi. Attendez le suivant.'])
    const second = await challenged()
    const together = (body: { code: string; kind: 'totp' | 'recovery' }) =>
      Promise.all([first, second].map(async (client) => (await client.try(authRoutes.signInSecondFactor, { body })).status))
    expect((await together({ code: next, kind: 'totp' })).sort()).toEqual([200, 401])
    const third = await challenged()
    const replayed = await third.try(authRoutes.signInSecondFactor, { body: { code: next, kind: 'totp' } })
    expect([replayed.status, replayed.body.code]).toEqual([401, 'second_factor_invalid'])
    // An existing session must not bypass the challenge.
    const without = await lea.try(authRoutes.signInSecondFactor, { body: { code: next, kind: 'totp' } })
    expect(without.body.code).toBe('second_factor_expired')
    const [one, other] = [await challenged(), await challenged()]
    const [recovery = '', spare = ''] = recoveryCodes
    const byRecovery = await Promise.all(
      [one, other].map(async (client) => {
        const { status } = await client.try(authRoutes.signInSecondFactor, { body: { code: recovery, kind: 'recovery' } })
        return status
      }),
    )
    expect(byRecovery.sort()).toEqual([200, 401])
    const [firstClient, right] = [await challenged(), await challenged()]
    const apart = await Promise.all(
      [firstClient, right].map(async (client, at) => {
        const code = recoveryCodes[at + 2] ?? ''
        return (await client.try(authRoutes.signInSecondFactor, { body: { code, kind: 'recovery' } })).status
      }),
    )
    expect(apart).toContain(200)
    expect(apart.filter((status) => status !== 200 && status !== 401)).toEqual([])
    const last = await challenged()
    await last.call(authRoutes.signInSecondFactor, { body: { code: spare, kind: 'recovery' } })
  })

  test('two-factor cannot be switched on twice', async () => {
    const noe = await app.newPerson('noe@exemple.fr')
    const { totpUri } = await noe.call(accountRoutes.startTwoFactor, { body: { password } })
    await noe.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const again = await noe.try(accountRoutes.confirmTwoFactor, { body: { code: nextTotp(totpUri) } })
    expect([again.status, again.body.code]).toEqual([409, 'two_factor_already_on'])
  })

  test('refusals are recorded as aggregated events with reason, origin and count, never with what was typed', async () => {
    const email = 'vise@exemple.fr'
    const client = await app.newPerson(email)
    const address = '203.0.113.40'
    for (let time = 0; time < 4; time += 1) await attempt(app.anonymous(), email, `secret-${time}`, address)
    await fill(6, email, () => address)
    await attempt(app.anonymous(), email, password, address)
    await client.try(accountRoutes.stopTwoFactor, { body: { password: 'secret-9' } })
    await client.call(authRoutes.requestPasswordReset, { body: { email } })
    const token = await resetToken(client.userId)
    await client.call(authRoutes.resetPassword, { body: { token, password: 'lune-verte-et-douce' } })
    await app.anonymous().try(authRoutes.resetPassword, { body: { token, password: 'secret-8' } }, { 'x-forwarded-for': address })
    const refusals = await refusalsOf(client.userId)
    expect(refusals).toEqual([
      { reason: 'wrong_password', address, count: 1 },
      { reason: 'wrong_password', address, count: 2 },
      { reason: 'wrong_password', address, count: 4 },
      { reason: 'too_many_attempts', address, count: 1 },
      { reason: 'dead_link', address, count: 1 },
    ])
    for (let time = 0; time < 3; time += 1) await attempt(app.anonymous(), `personne${time}@exemple.fr`, 'secret-7', address)
    const unknown = await refusalsOf(null)
    expect(unknown.map((each) => [each?.reason, each?.count])).toEqual([
      ['wrong_password', 1],
      ['wrong_password', 2],
    ])
    expect(JSON.stringify([refusals, unknown])).not.toMatch(/secret|exemple/)
  })
})
