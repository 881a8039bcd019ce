import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { heldPasswords } from '#test/cheap-passwords.ts'
import { databaseKinds } from '#test/databases.ts'
import { password, TestApp } from '#test/test-app.ts'
import { authRoutes } from '../api/auth.ts'

describe.each(databaseKinds())('many sign-ins at once on %s', (databaseKind) => {
  let app: TestApp
  const { passwords, hold, release } = heldPasswords()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, { TRUSTED_PROXIES: '127.0.0.1' }, undefined, { passwords })
  })
  afterAll(() => app.close())

  test('beyond a queue of sixteen they are refused for seconds, without counting as guesses; others go on', async () => {
    await app.newPerson('lea@exemple.fr')
    const address = (n: number) => ({ 'x-forwarded-for': `198.51.${n >> 8}.${n & 255}` })
    const signIn = (email: string, n: number) => app.anonymous().try(authRoutes.signIn, { body: { email, password } }, address(n))
    hold()
    const places = Math.max(1, availableParallelism() - 1) + 16
    const statuses: number[] = []
    const storm = Array.from({ length: places + 1 }, async (_, n) => {
      statuses.push((await signIn(`nobody${n}@exemple.fr`, n)).status)
    })
    await expect.poll(() => statuses, { timeout: 30_000 }).toEqual([503])
    // More than the ten wrong passwords that lock an account from one address.
    for (let n = 0; n < 11; n += 1) {
      const refused = await signIn('lea@exemple.fr', 1000)
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { code: 'database_busy' } })
    }
    await app.admin.call(leadRoutes.listLeads, { query: {} })
    release()
    await Promise.all(storm)
    expect(statuses).toEqual([503, ...Array.from({ length: places }, () => 401)])
    expect((await signIn('lea@exemple.fr', 1000)).status).toBe(200)
  })
})
