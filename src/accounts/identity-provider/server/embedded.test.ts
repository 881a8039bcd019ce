import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrder } from '#test/in-order.ts'
import { ProviderApp } from '#test/provider-app.ts'
import { password } from '#test/test-app.ts'
import { identityProviderRoutes } from '../api.ts'

describe('company accounts on the embedded database, which has one session', inOrder, () => {
  let world: ProviderApp
  beforeAll(async () => {
    world = await ProviderApp.open('pglite')
  })
  afterAll(() => world.close())

  test('are read before they are set, set and changed by staff', async () => {
    const { app, provider } = world
    expect(await app.admin.call(identityProviderRoutes.getIdentityProvider, {})).toMatchObject({ issuer: '', people: 0 })
    await world.next()
    const changed = await world.set({ name: 'Acme & Co' })
    expect(changed).toMatchObject({ name: 'Acme & Co', issuer: provider.issuer, hasSecret: true, people: 0 })
    expect(await app.admin.call(identityProviderRoutes.getIdentityProvider, {})).toEqual(changed)
  })

  test('say how many people have signed in with the issuer that is set', async () => {
    await world.next()
    const { answer } = await world.signIn(world.newcomer())
    expect(answer.body.next).toBe('done')
    const { people } = await world.app.admin.call(identityProviderRoutes.getIdentityProvider, {})
    const body = { issuer: world.stranger.issuer, clientSecret: 'another', password }
    const other = await world.app.proven(identityProviderRoutes.saveIdentityProvider, { body })
    expect([people, other.people]).toEqual([1, 0])
  })
})
