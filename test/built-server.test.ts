import { afterAll, beforeAll, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { administrator, password } from '../demo/content.ts'
import { createTestEnv, databaseKinds } from './databases.ts'
import { isFullRun } from './full-run.ts'
import { HttpClient } from './http-client.ts'
import { asOperated, operatedDemo } from './operated-portal.ts'
import type { PortalProcess } from './running-portal.ts'

let portal: PortalProcess
beforeAll(() => {
  portal = operatedDemo()
}, 120_000)
afterAll(() => portal.remove())

/** Memory after some hundred requests, in MB. */
async function memoryOf(started: PortalProcess, headers: Record<string, string> = {}): Promise<number> {
  for (let turn = 0; turn < 100; turn += 1) {
    const paths = ['/', '/api/session', '/api/leads', '/api/overview']
    await Promise.all(paths.map(async (path) => (await fetch(started.url + path, { headers })).arrayBuffer()))
  }
  return started.residentMb()
}

async function administratorOf(started: PortalProcess): Promise<HttpClient> {
  const client = new HttpClient(started.url)
  await client.call(authRoutes.signIn, { body: { email: administrator.email, password } })
  return client
}

// The journeys' sample world is made by the built server too, on PostgreSQL.
test.runIf(isFullRun)(
  'the built server makes the sample world, with sealed and printed documents, and starts again',
  async () => {
    await portal.start()
    // Seeding seals contracts and prints templates, in child processes that are built as well.
    await expect.poll(() => portal.output).toContain(`Password of everybody: ${password}`)
    // The sign-ins are the last that it says: nothing of the log comes between, or buries them.
    const said = portal.output
      .trimEnd()
      .split('\n')
      .map((line) => String(JSON.parse(line).msg))
    expect(said.at(-2)).toMatch(/^Passerelle is running at http\S+$/)
    expect(said.at(-1)).toMatch(/^Sample world\.[^\n]+\n( {2}\S+@\S+ {2}\(.+\)\n?)+$/)
    await administratorOf(portal)
    expect(await (await fetch(`${portal.url}/health`)).json()).toMatchObject({ ok: true, signing: { ok: true } })
    expect(await portal.stop()).toBe(0)
    await portal.start()
    const { cookie } = await administratorOf(portal)
    expect(await memoryOf(portal, { cookie })).toBeLessThan(350)
    expect(portal.output).not.toMatch(/"level":(40|50|60)/)
  },
  180_000,
)

test.runIf(databaseKinds().includes('postgres'))(
  'with PostgreSQL it starts again, and takes 220 MB',
  async () => {
    const env = await createTestEnv('postgres')
    const own = asOperated([], { DATABASE_URL: env.databaseUrl ?? '' })
    try {
      await own.start()
      expect(await own.stop()).toBe(0)
      await own.start()
      expect(await memoryOf(own)).toBeLessThan(220)
    } finally {
      await own.remove()
      await env.remove()
    }
  },
  60_000,
)
