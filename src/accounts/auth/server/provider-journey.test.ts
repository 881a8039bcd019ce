import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { identityProviderRoutes } from '#accounts/identity-provider/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { LibraryProvider } from '#test/library-provider.ts'
import { password, TestApp } from '#test/test-app.ts'
import { accountRoutes } from '../api/account.ts'
import { providerSignInRoutes } from '../api/provider-sign-in.ts'

/** The embedded database has one session, which no request may hold while it asks the provider. */
describe.each(databaseKinds('every'))('company accounts with npm’s oidc-provider on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let provider: LibraryProvider
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, { OIDC_ALLOW_INTERNAL: '127.0.0.1' })
    provider = await LibraryProvider.open(`${app.portal.config.publicUrl}${visitorPaths.signInProvider}`)
  })
  afterAll(async () => {
    await Promise.all([app.close(), provider.stop()])
  })

  const saved = () => app.admin.call(identityProviderRoutes.getIdentityProvider, {})
  const start = (browser = app.anonymous()) => browser.try(providerSignInRoutes.startProviderSignIn, {})
  const [anna, lea] = ['anna@acme.example', 'lea@acme.example']

  /** Somebody signs in on the provider's pages. Returns who they are to the portal. */
  async function signIn(login: string) {
    const browser = app.anonymous()
    const query = await provider.signIn((await start(browser)).body.url, login)
    const { next } = await browser.call(providerSignInRoutes.finishProviderSignIn, { body: { query } })
    expect(next).toBe('done')
    return browser.call(accountRoutes.getMe, {})
  }

  test('the provider is checked, saved and read', async () => {
    expect(await saved()).toMatchObject({ issuer: '', enabled: false, people: 0 })
    const check = (issuer: string) => app.admin.call(identityProviderRoutes.checkIdentityProvider, { body: { issuer } })
    expect((await check(`${provider.issuer}/nothing`)).problem).toContain('404')
    expect(await check(provider.issuer)).toEqual({ problem: null, remark: null })
    const form = {
      name: 'Acme',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: 'openid email profile groups',
      enabled: true,
      staffDomains: ['acme.example'],
      roleClaim: 'groups',
      claimRoles: [{ value: 'chefs', role: 'administrator' as const }],
    }
    const answer = await app.proven(identityProviderRoutes.saveIdentityProvider, { body: { ...form, password } })
    const { clientSecret: _, ...shown } = form
    expect(answer).toMatchObject({ ...shown, hasSecret: true })
    expect(await saved()).toEqual(answer)
  })

  test('somebody of the staff comes in as who they are, with the role that they were given', async () => {
    const { userId } = await app.newStaff(anna, 'finance')
    provider.groups.set(anna, ['chefs'])
    expect(await signIn(anna)).toMatchObject({ id: userId, staffRole: 'finance' })
    expect((await saved()).people).toBe(1)
  })

  test('somebody new gets an account with the role of their group, and loses it with the group', async () => {
    provider.groups.set(lea, ['chefs'])
    const { id, fullName, staffRole } = await signIn(lea)
    expect([fullName, staffRole]).toEqual(['Léonie Barbier', 'administrator'])
    provider.groups.set(lea, ['autres'])
    expect(await signIn(lea)).toMatchObject({ id, staffRole: 'viewer' })
    expect((await saved()).people).toBe(2)
  })

  test('a role that was changed by hand does not follow the groups any more', async () => {
    const { id } = await signIn(lea)
    const follow = async () => {
      const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { role: 'admin' } })
      return items.filter((each) => each.roleByProvider).map(({ email }) => email)
    }
    expect(await follow()).toEqual([lea])
    const body = { role: 'admin', staffRole: 'finance', password } as const
    await app.proven(partnerRoutes.changeRole, { params: { id }, body })
    provider.groups.set(lea, ['chefs'])
    expect(await signIn(lea)).toMatchObject({ id, staffRole: 'finance' })
    expect(await follow()).toEqual([])
  })

  test('switched off, it lets nobody in, not even who is there already', async () => {
    const browser = app.anonymous()
    const query = await provider.signIn((await start(browser)).body.url, lea)
    await app.proven(identityProviderRoutes.saveIdentityProvider, { body: { enabled: false, password } })
    const late = await browser.try(providerSignInRoutes.finishProviderSignIn, { body: { query } })
    expect([late.body.code, (await start()).body.code]).toEqual(['sign_in_way_off', 'sign_in_way_off'])
    await app.signIn(app.anonymous(), anna)
  })
})
