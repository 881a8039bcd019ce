import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { ProviderApp } from '#test/provider-app.ts'
import { type Script, ScriptedProvider } from '#test/scripted-provider.ts'
import { providerSignInRoutes } from '../api/provider-sign-in.ts'

describe.each(databaseKinds())('an attack on the sign-in with a provider on %s', (databaseKind) => {
  let world: ProviderApp
  beforeAll(async () => {
    world = await ProviderApp.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  const flipped = (token: string) => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, email: 'admin@acme.example' })).toString('base64url')
    return `${header}.${other}.${signature}`
  }
  const unsigned = (token: string) => {
    const [, payload = ''] = token.split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  }
  const withSecret = (token: string) => {
    const [, payload = ''] = token.split('.')
    const text = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${payload}`
    return `${text}.${createHmac('sha256', world.provider.clientSecret).update(text).digest('base64url')}`
  }
  const claims = (other: Record<string, unknown>): Script => ({ claims: (right) => ({ ...right, ...other }) })
  const moved = (seconds: number): Script => ({
    claims: (right) => ({ ...right, iat: Number(right.iat) + seconds, exp: Number(right.exp) + seconds }),
  })
  /** What the provider or somebody in between does, and what is said to whoever signs in. */
  const attacks: readonly (readonly [name: string, script: () => Script, code: string])[] = [
    ['a token for another audience', () => claims({ aud: 'another-client' }), 'provider_answer_refused'],
    ['a token for several clients without a party', () => claims({ aud: ['portal', 'other'] }), 'provider_answer_refused'],
    ['a token that was made for another party', () => claims({ azp: 'other' }), 'provider_answer_refused'],
    ['a token of another party among several', () => claims({ aud: ['portal', 'x'], azp: 'x' }), 'provider_answer_refused'],
    ['a token of another issuer', () => claims({ iss: world.stranger.issuer }), 'provider_answer_refused'],
    ['a token without issuer', () => claims({ iss: undefined }), 'provider_answer_refused'],
    ['another nonce', () => claims({ nonce: 'replayed' }), 'provider_answer_refused'],
    ['no nonce', () => claims({ nonce: undefined }), 'provider_answer_refused'],
    ['no subject', () => claims({ sub: undefined }), 'provider_answer_refused'],
    ['no signature: alg none', () => ({ token: unsigned }), 'provider_answer_refused'],
    ['a signature with the client’s secret', () => ({ token: withSecret }), 'provider_answer_refused'],
    ['claims that were changed after signing', () => ({ token: flipped }), 'provider_answer_refused'],
    ['a token that is none', () => ({ token: () => 'a.b.c' }), 'provider_answer_refused'],
    ['a header that asks for extensions', () => ({ header: { crit: ['b64'], b64: false } }), 'provider_answer_refused'],
    ['a clock ten minutes ahead', () => moved(600), 'provider_answer_refused'],
    ['a clock ten minutes behind', () => moved(-600), 'provider_answer_refused'],
    ['a token of yesterday that is still valid', () => claims({ iat: 1_700_000_000 }), 'provider_answer_refused'],
    ['a token that has expired', () => claims({ exp: 1_700_000_000 }), 'provider_answer_refused'],
    ['a token that is not valid yet', () => claims({ nbf: 4_000_000_000 }), 'provider_answer_refused'],
    [
      'details of somebody else',
      () => ({
        claims: ({ email: _email, ...rest }) => rest,
        userInfo: (right) => ({ ...right, sub: 'somebody-else' }),
      }),
      'provider_answer_refused',
    ],
    [
      'another issuer in the answer',
      () => ({ query: (query) => query.set('iss', world.stranger.issuer) }),
      'provider_answer_refused',
    ],
    ['no issuer in the answer', () => ({ query: (query) => query.delete('iss') }), 'provider_answer_refused'],
    ['a code twice', () => ({ query: (query) => query.append('code', 'x') }), 'provider_answer_refused'],
    ['a code of somebody else', () => ({ query: (query) => query.set('code', 'x') }), 'provider_answer_refused'],
    ['a token in the address', () => ({ query: (query) => query.set('id_token', 'x') }), 'provider_answer_refused'],
    ['another state', () => ({ query: (query) => query.set('state', 'x') }), 'provider_sign_in_expired'],
    ['no state', () => ({ query: (query) => query.delete('state') }), 'provider_sign_in_expired'],
  ]
  test.each(attacks)('with %s opens no session', async (_, script, code) => {
    const browser = world.app.anonymous()
    const address = await world.start(browser)
    world.provider.script = script()
    const answer = await world.finish(browser, world.provider.signIn(address, world.newcomer()))
    expect([answer.body.code, await world.isSignedIn(browser)]).toEqual([code, false])
  })

  test('with a key that the provider does not publish opens no session', async () => {
    const browser = world.app.anonymous()
    const address = await world.start(browser)
    world.provider.swapKey()
    const answer = await world.finish(browser, world.provider.signIn(address, world.newcomer()))
    expect([answer.body.code, await world.isSignedIn(browser)]).toEqual(['provider_answer_refused', false])
  })

  test('with the answer to another browser, or with one’s own a second time, opens no session', async () => {
    const [owner, thief] = [world.app.anonymous(), world.app.anonymous()]
    const query = world.provider.signIn(await world.start(owner), world.newcomer())
    expect((await world.finish(world.app.anonymous(), query)).body.code).toBe('provider_sign_in_expired')
    await world.start(thief)
    expect((await world.finish(thief, query)).body.code).toBe('provider_sign_in_expired')
    expect((await world.finish(owner, query)).status).toBe(200)
    expect((await world.finish(owner, query)).body.code).toBe('provider_sign_in_expired')
  })

  test('with an answer after ten minutes, or after the provider became another one, opens no session', async () => {
    const browser = world.app.anonymous()
    const late = world.provider.signIn(await world.start(browser), world.newcomer())
    world.app.pass(10 * 60_000)
    expect((await world.finish(browser, late)).body.code).toBe('provider_sign_in_expired')
    const query = world.provider.signIn(await world.start(browser), world.newcomer())
    await world.set({ issuer: world.stranger.issuer, clientSecret: 'other' })
    expect((await world.finish(browser, query)).body.code).toBe('provider_sign_in_expired')
  })

  test('with a nonce of an earlier attempt opens no session', async () => {
    const browser = world.app.anonymous()
    const first = new URL(await world.start(browser)).searchParams.get('nonce')
    const { answer } = await world.signIn(world.newcomer(), claims({ nonce: first }), browser)
    expect(answer.body.code).toBe('provider_answer_refused')
  })

  /** Descriptions that lead elsewhere. */
  const descriptions: readonly (readonly [name: string, description: () => Record<string, unknown>, code: string])[] = [
    ['the tokens come from inside', () => ({ token_endpoint: 'http://127.0.0.2/token' }), 'provider_unreachable'],
    ['the keys are read inside', () => ({ jwks_uri: 'http://169.254.169.254/keys' }), 'provider_unreachable'],
    ['the tokens come by no network', () => ({ token_endpoint: 'file:///etc/passwd' }), 'provider_answer_refused'],
    ['it is another’s', () => ({ issuer: world.stranger.issuer }), 'provider_unreachable'],
  ]
  test.each(descriptions)('by a description in which %s opens no session', async (_, description, code) => {
    const browser = world.app.anonymous()
    const address = await world.start(browser)
    world.provider.script = { description: description() }
    const answer = await world.finish(browser, world.provider.signIn(address, world.newcomer()))
    expect([answer.body.code, await world.isSignedIn(browser)]).toEqual([code, false])
  })

  test('by a description that leads inside is not followed', async () => {
    const inside = await ScriptedProvider.open('127.0.0.2')
    world.provider.script = {
      answer: (_, response) =>
        Boolean(response.writeHead(302, { location: `http://127.0.0.2:${inside.port}/.well-known/openid-configuration` }).end()),
    }
    const answer = await world.app.anonymous().try(providerSignInRoutes.startProviderSignIn, {})
    expect([answer.body.code, inside.requests]).toEqual(['provider_unreachable', []])
    await inside.stop()
  })

  test('by an address of a script in place of the provider’s page sends no browser there', async () => {
    for (const authorization_endpoint of ['javascript:alert(1)', 'http://evil.example/', 'data:text/html,x', '/relative']) {
      world.provider.script = { description: { authorization_endpoint } }
      const answer = await world.app.anonymous().try(providerSignInRoutes.startProviderSignIn, {})
      expect([authorization_endpoint, answer.body.code]).toEqual([authorization_endpoint, 'provider_unreachable'])
    }
  })
})
