import { Events, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityProviderRoutes } from '#accounts/identity-provider/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { password, TestApp } from '#test/test-app.ts'
import { accountRoutes } from '../api/account.ts'
import { providerSignInRoutes } from '../api/provider-sign-in.ts'

/** npm's oidc-provider is used by test/e2e/company-accounts.spec.ts; this one is by another author. */
describe.each(databaseKinds())('a provider that others wrote (oauth2-mock-server) on %s', (databaseKind) => {
  let app: TestApp
  const server = new OAuth2Server()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, { OIDC_ALLOW_INTERNAL: 'localhost' })
    await server.issuer.keys.generate('ES256')
    await server.start(0, 'localhost')
    server.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }) => {
      Object.assign(body ?? {}, { id_token_signing_alg_values_supported: ['ES256'] })
    })
    server.service.on(Events.BeforeTokenSigning, ({ payload }) => {
      Object.assign(payload, { email: 'nadia@acme.example', email_verified: true, name: 'Nadia Roy' })
    })
    const body = {
      name: 'Mock',
      issuer: server.issuer.url ?? '',
      clientId: 'portal',
      enabled: true,
      staffDomains: ['acme.example'],
    }
    await app.admin.call(identityProviderRoutes.saveIdentityProvider, { body: { ...body, password } })
  })
  afterAll(async () => {
    await Promise.all([app.close(), server.stop()])
  })

  test('signs somebody in, with keys of another kind and without a secret', async () => {
    const browser = app.anonymous()
    const { url } = await browser.call(providerSignInRoutes.startProviderSignIn, {})
    const sent = await fetch(url, { redirect: 'manual' })
    const back = new URL(sent.headers.get('location') ?? '')
    expect(back.pathname).toBe('/auth/provider')
    const { me } = await browser.call(providerSignInRoutes.finishProviderSignIn, { body: { query: back.search.slice(1) } })
    expect([me?.email, me?.fullName, me?.staffRole]).toEqual(['nadia@acme.example', 'Nadia Roy', 'viewer'])
    expect((await browser.call(accountRoutes.getMe, {})).email).toBe('nadia@acme.example')
  })

  test('is found to answer as it should', async () => {
    const { problem } = await app.admin.call(identityProviderRoutes.checkIdentityProvider, {
      body: { issuer: server.issuer.url ?? '' },
    })
    expect(problem).toBeNull()
  })
})
