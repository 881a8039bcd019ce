import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { setUpAdministrator } from '#accounts/auth/server/first-administrator.ts'
import { addressOf } from '#platform/api/route.ts'
import { readConfig } from '#platform/server/config.ts'
import { copyEmbedded, createTestEnv, databaseKinds } from '#test/databases.ts'
import { freePort } from '#test/postgres.ts'
import { builtPortal } from '#test/running-portal.ts'
import { password } from '#test/test-app.ts'
import { startPortal } from './start.ts'

const email = 'admin@acme.example'
const administrator = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }

/** Signs in as the administrator of the settings. Returns the answer's status; null where nobody listens. */
async function signIn(port: number): Promise<number | null> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) }
  try {
    return (await fetch(`http://127.0.0.1:${port}${addressOf(authRoutes.signIn)}`, request)).status
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException
    if (code !== 'ECONNREFUSED') throw error
    return null
  }
}

test.each(databaseKinds())('on %s nobody is answered before the portal is prepared', async (databaseKind) => {
  const testEnv = await createTestEnv(databaseKind)
  const port = await freePort()
  const env = { ...administrator, PORT: String(port), DATABASE_URL: testEnv.databaseUrl ?? '' }
  const config = readConfig({ ...env, DATA_DIR: testEnv.dataDir }, { dataDir: testEnv.dataDir })
  const failed = startPortal(config, { logLevel: 'silent', prepare: () => Promise.reject(new Error('no templates')) })
  await expect(failed).rejects.toThrow('no templates')
  expect(await signIn(port)).toBeNull()
  const seen: (number | null)[] = []
  const running = await startPortal(config, {
    logLevel: 'error',
    async prepare(portal) {
      seen.push(await signIn(port))
      await setUpAdministrator(portal)
      seen.push(await signIn(port))
    },
  })
  expect([...seen, await signIn(port)]).toEqual([null, null, 200])
  await running.stop()
  await testEnv.remove()
})

test('the first sign-in that a starting portal answers is the administrator’s', async () => {
  const port = await freePort()
  const portal = builtPortal({ ...administrator, PORT: String(port) })
  copyEmbedded(portal.dataDir)
  const answers: (number | null)[] = []
  const asking = async () => {
    while (!answers.at(-1) && answers.length < 2000) answers.push(await pause(10).then(() => signIn(port)))
  }
  await Promise.all([portal.start(), asking()])
  expect([answers[0], answers.at(-1)]).toEqual([null, 200])
  await portal.remove()
})

test('a portal that waits for its first administrator is healthy, and says where they are created', async () => {
  const portal = builtPortal()
  copyEmbedded(portal.dataDir)
  await portal.start()
  const health = await fetch(`${portal.url}/health`)
  expect([health.status, await health.json()]).toMatchObject([200, { ok: true }])
  expect(await portal.setupLink()).toContain(`${portal.url}${visitorPaths.setup}?`)
  expect(await (await fetch(portal.url + addressOf(authRoutes.setupState))).json()).toEqual({ open: true })
  await portal.remove()
})
