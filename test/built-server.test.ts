import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { administrator, password } from '../demo/content.ts'
import { buildServer } from '../tools/bootstrap.mjs'
import { serverEnvironment, serverFlags } from '../tools/node24.mjs'
import { copyEmbedded, createTestEnv, databaseKinds } from './databases.ts'
import { HttpClient } from './http-client.ts'
import { slownessNow } from './machine-speed.ts'
import { builtServer, PortalProcess } from './running-portal.ts'
import { followMoves } from './staff-tabs.ts'

/** What `npm start` runs: the server in one file, with its packages. */
let portal: PortalProcess
function asOperated(args: readonly string[], env: Record<string, string> = {}): PortalProcess {
  const all = { ...serverEnvironment(process.execPath), LOG_LEVEL: 'warn', ...env }
  const operated = new PortalProcess(all, args, undefined, builtServer)
  operated.flags = serverFlags(all)
  return operated
}

beforeAll(async () => {
  buildServer(process.execPath)
  portal = asOperated(['--demo'])
  // What is unpacked from a release starts without a database (test/delivery/release.test.ts).
  copyEmbedded(portal.dataDir)
}, 120_000)
afterAll(() => portal.remove())

/** Processor time to start again, in seconds, and memory after some hundred requests, in MB. */
async function costs(started: PortalProcess, headers: Record<string, string> = {}) {
  const startSeconds = started.cpuSeconds()
  for (let turn = 0; turn < 100; turn += 1) {
    const paths = ['/', '/api/session', '/api/leads', '/api/overview']
    await Promise.all(paths.map(async (path) => (await fetch(started.url + path, { headers })).arrayBuffer()))
  }
  return { startSeconds, memoryMb: started.residentMb() }
}

/** Waits until the jobs of the new world are done: what is left of them would be done, and counted, after the next start. */
async function atRest(started: PortalProcess): Promise<void> {
  for (let before = -1, now = started.cpuSeconds(); now - before > 0.1; now = started.cpuSeconds()) {
    before = now
    await pause(1000)
  }
}

/** A person of the sample world. */
async function signedIn(email: string): Promise<HttpClient> {
  const client = new HttpClient(portal.url)
  await client.call(authRoutes.signIn, { body: { email, password } })
  return client
}

test('the built server makes the sample world, with sealed and printed documents, and starts again', async () => {
  await portal.start()
  // Seeding seals contracts and prints templates, in child processes that are built as well.
  expect(portal.output).toContain(`Password of everybody: ${password}`)
  // The sign-ins are the last that it says: nothing of the log comes between, or buries them.
  expect(portal.output.split('Passerelle is running at')[1]).toMatch(
    /^ http\S+\nSample world\.[^\n]+\n( {2}\S+@\S+ {2}\(.+\)\n)+$/,
  )
  await signedIn(administrator.email)
  expect(await (await fetch(`${portal.url}/health`)).json()).toMatchObject({ ok: true, signing: { ok: true } })
  await atRest(portal)
  expect(await portal.stop()).toBe(0)
  await portal.start()
  const { cookie } = await signedIn(administrator.email)
  const { startSeconds, memoryMb } = await costs(portal, { cookie })
  process.stdout.write(`embedded: ${startSeconds} s to start again, ${memoryMb} MB\n`)
  // Elapsed time is at most this on an idle machine: two seconds, with room for a noisy one.
  expect(startSeconds).toBeLessThan(4 * slownessNow())
  expect(memoryMb).toBeLessThan(350)
  expect(portal.output).not.toMatch(/"level":(40|50|60)/)
}, 180_000)

// Processor time is read from /proc.
test.runIf(process.platform === 'linux')(
  'ten staff tabs and ten changes a second take less than half a core of the server',
  async () => {
    const [staff, partner] = [await signedIn(administrator.email), await signedIn('camille.lefevre@exemple.fr')]
    const { cores, readsPerSecond } = await followMoves(portal, staff, partner)
    process.stdout.write(`ten tabs: ${cores.toFixed(2)} cores, ${readsPerSecond.toFixed(1)} reads a second\n`)
    expect(cores).toBeLessThan(0.5)
  },
  60_000,
)

test.runIf(databaseKinds().includes('postgres'))(
  'with PostgreSQL it starts again in a second, and takes 220 MB',
  async () => {
    const env = await createTestEnv('postgres')
    const own = asOperated([], { DATABASE_URL: env.databaseUrl ?? '' })
    try {
      await own.start()
      expect(await own.stop()).toBe(0)
      await own.start()
      const { startSeconds, memoryMb } = await costs(own)
      process.stdout.write(`PostgreSQL: ${startSeconds} s to start again, ${memoryMb} MB\n`)
      expect(startSeconds).toBeLessThan(2 * slownessNow())
      expect(memoryMb).toBeLessThan(220)
    } finally {
      await own.remove()
      await env.remove()
    }
  },
  60_000,
)
