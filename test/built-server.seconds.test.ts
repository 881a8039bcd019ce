import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { administrator, password } from '../demo/content.ts'
import { createTestEnv, databaseKinds } from './databases.ts'
import { HttpClient } from './http-client.ts'
import { slownessNow } from './machine-speed.ts'
import { asOperated, operatedDemo } from './operated-portal.ts'
import type { PortalProcess } from './running-portal.ts'
import { followMoves } from './staff-tabs.ts'

let portal: PortalProcess
beforeAll(async () => {
  portal = operatedDemo()
  await portal.start()
  await atRest(portal)
}, 300_000)
afterAll(() => portal.remove())

/** Waits until the jobs of the new world are done: what is left of them would be done, and counted, after the next start. */
async function atRest(started: PortalProcess): Promise<void> {
  for (let before = -1, now = started.cpuSeconds(); now - before > 0.1; now = started.cpuSeconds()) {
    before = now
    await pause(1000)
  }
}

/** Processor time that the next start takes, in seconds. */
async function startAgain(started: PortalProcess): Promise<number> {
  expect(await started.stop()).toBe(0)
  await started.start()
  return started.cpuSeconds()
}

/** A person of the sample world. */
async function signedIn(email: string): Promise<HttpClient> {
  const client = new HttpClient(portal.url)
  await client.call(authRoutes.signIn, { body: { email, password } })
  return client
}

test('the sample world starts again in two seconds of a quiet processor, with room for a noisy one', async () => {
  const seconds = await startAgain(portal)
  process.stdout.write(`embedded: ${seconds} s to start again\n`)
  expect(seconds).toBeLessThan(4 * slownessNow())
})

// Processor time is read from /proc.
test.runIf(process.platform === 'linux')(
  'ten staff tabs and ten changes a second take less than half a core of the server',
  async () => {
    const [staff, partner] = [await signedIn(administrator.email), await signedIn('camille.lefevre@exemple.fr')]
    const { cores, readsPerSecond } = await followMoves(portal, staff, partner)
    process.stdout.write(`ten tabs: ${cores.toFixed(2)} cores, ${readsPerSecond.toFixed(1)} reads a second\n`)
    expect(cores).toBeLessThan(0.5)
  },
)

test.runIf(databaseKinds().includes('postgres'))('with PostgreSQL a portal starts again in a second', async () => {
  const env = await createTestEnv('postgres')
  const own = asOperated([], { DATABASE_URL: env.databaseUrl ?? '' })
  try {
    await own.start()
    const seconds = await startAgain(own)
    process.stdout.write(`PostgreSQL: ${seconds} s to start again\n`)
    expect(seconds).toBeLessThan(2 * slownessNow())
  } finally {
    await own.remove()
    await env.remove()
  }
})
