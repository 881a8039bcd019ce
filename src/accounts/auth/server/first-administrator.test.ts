import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { readConfig } from '#platform/server/config.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { startPortal } from '#portal/server/start.ts'
import { createTestEnv, databaseKinds } from '#test/databases.ts'
import { password, TestApp } from '#test/test-app.ts'
import { authRoutes } from '../api/auth.ts'
import { addSetupLink, setupOpen } from './commands.ts'
import { setUpAdministrator } from './first-administrator.ts'

describe.each(databaseKinds())('the first administrator on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const people = async () => (await app.admin.call(partnerRoutes.listPartners, { query: {} })).items

  test('ADMIN_EMAIL and ADMIN_PASSWORD create one, on the first start only', async () => {
    const [only, ...others] = await people()
    expect([only?.email, only?.fullName, only?.role, others]).toEqual(['admin@acme.example', 'Admin', 'admin', []])
    expect(await setUpAdministrator(app.portal)).toBeNull()
    expect(await people()).toHaveLength(1)
  })

  test('a weak ADMIN_PASSWORD stops the start with a message, and creates nobody', async () => {
    const testEnv = await createTestEnv(databaseKind)
    const env = { ADMIN_EMAIL: 'admin@acme.example', ADMIN_PASSWORD: 'Azerty123', DATABASE_URL: testEnv.databaseUrl ?? '' }
    const config = readConfig({ ...env, DATA_DIR: testEnv.dataDir }, { dataDir: testEnv.dataDir })
    const running = await startPortal(config, { logLevel: 'error', listen: false })
    await expect(setUpAdministrator(running.portal)).rejects.toThrow(/^ADMIN_PASSWORD is easy to guess/)
    expect(await withTransaction(running.portal, system, setupOpen)).toBe(true)
    await running.stop()
    await testEnv.remove()
  })

  test('once one exists, no link creates another, and nobody can register', async () => {
    expect((await app.anonymous().call(authRoutes.setupState, {})).open).toBe(false)
    const id = await withTransaction(app.portal, system, addSetupLink)
    const body = { token: linkToken(app.portal.config, 'setup', id), fullName: 'Eve Intruse', email: 'eve@exemple.fr', password }
    expect((await app.anonymous().try(authRoutes.setUp, { body })).status).toBeGreaterThanOrEqual(400)
    for (const path of ['/api/auth/sign-up/email', '/api/sign-up', '/api/register', '/register']) {
      const response = await app.anonymous().send('POST', path, { email: 'eve@exemple.fr', password, name: 'Eve' })
      expect([path, response.statusCode]).toEqual([path, 404])
    }
    expect(await people()).toHaveLength(1)
  })
})
