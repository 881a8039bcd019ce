import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#api/auth.ts'
import { partnerRoutes } from '#api/partners.ts'
import { databaseHomes, freshPlace } from '#test/databases.ts'
import { PortalBox, password } from '#test/portal.ts'
import { addSetupLink, setupOpen } from './commands.ts'
import { setUpAdministrator } from './first-administrator.ts'
import { linkToken } from './links.ts'
import { doWork } from '../transaction.ts'
import { readConfig } from '../config.ts'
import { startPortal } from '../start.ts'

describe.each(databaseHomes())('the first administrator on %s', (home) => {
  let box: PortalBox
  beforeAll(async () => {
    box = await PortalBox.open(home)
  })
  afterAll(() => box.close())

  const people = async () => (await box.admin.call(partnerRoutes.listPartners, { query: {} })).items

  test('ADMIN_EMAIL and ADMIN_PASSWORD create one, on the first start only', async () => {
    expect((await people()).map((each) => [each.email, each.role])).toEqual([['admin@acme.example', 'admin']])
    expect(await setUpAdministrator(box.portal)).toBeNull()
    expect(await people()).toHaveLength(1)
  })

  test('an ADMIN_PASSWORD that is easy to guess is a sentence at the start, and creates nobody', async () => {
    const place = await freshPlace(home)
    const env = { ADMIN_EMAIL: 'admin@acme.example', ADMIN_PASSWORD: 'Azerty123', DATABASE_URL: place.databaseUrl ?? '' }
    const config = readConfig({ ...env, DATA_DIR: place.dataDir }, { dataDir: place.dataDir })
    const running = await startPortal(config, { logLevel: 'error', listen: false })
    await expect(setUpAdministrator(running.portal)).rejects.toThrow(/^ADMIN_PASSWORD is easy to guess/)
    expect(await doWork(running.portal, { kind: 'system' }, setupOpen)).toBe(true)
    await running.stop()
    await place.remove()
  })

  test('once there is one, no link makes another, and nobody can register', async () => {
    expect((await box.anonymous().call(authRoutes.setupState, {})).open).toBe(false)
    const id = await doWork(box.portal, { kind: 'system' }, addSetupLink)
    const body = { token: linkToken(box.portal.config, 'setup', id), fullName: 'Eve Intruse', email: 'eve@exemple.fr', password }
    expect((await box.anonymous().try(authRoutes.setUp, { body })).status).toBeGreaterThanOrEqual(400)
    for (const path of ['/api/auth/sign-up/email', '/api/sign-up', '/api/register', '/register']) {
      const response = await box.anonymous().send('POST', path, { email: 'eve@exemple.fr', password, name: 'Eve' })
      expect([path, response.statusCode]).toEqual([path, 404])
    }
    expect(await people()).toHaveLength(1)
  })
})
