import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, type Route } from '#platform/api/route.ts'
import { readConfig } from '#platform/server/config.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { startPortal } from '#portal/server/start.ts'
import { administrator, password } from '../demo/content.ts'
import { seedDemo } from '../demo/seed.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { createTestEnv, databaseKinds } from './databases.ts'
import { TestApp } from './test-app.ts'

const reads = Object.values(portalRoutes)
  .flatMap((routes) => Object.values(routes) as Route[])
  .filter(({ method, answer, query }) => {
    return method === 'GET' && answer !== 'eventStream' && (query === undefined || z.safeParse(query, {}).success)
  })
// The books are made of events about payouts, which no erasure empties.
const lists = reads.filter(({ path }) => !path.includes(':') && path !== '/journal.csv')
const idsIn = (answer: string): string[] => [
  ...new Set([...answer.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '')),
]

/** So many records of a kind are read. */
const most = 12

// An erasure empties the events of a person, whatever their names say, and so does whoever decides about a text that they say.
describe.each(databaseKinds())('the sample world on %s, when none of its events says anything any more', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    const env = await createTestEnv(databaseKind)
    const storage = env.databaseUrl ? { DATABASE_URL: env.databaseUrl } : {}
    const config = readConfig({ DATA_DIR: env.dataDir, PORT: '0', PUBLIC_URL: 'http://portal.test', ...storage }, env)
    const running = await startPortal(config, { listen: false, logLevel: 'error', passwords: cheapPasswords() })
    await seedDemo(running.portal, 'fr')
    await running.portal.database.asOwner((run) => run("select app.empty_events_where('true', null, null, null)", []))
    app = TestApp.around(running, env, new Date())
  }, 240_000)
  afterAll(() => app.close())

  test.each([
    [administrator.email, ['leads/:id/timeline', 'partners/:id/history', 'commissions/:id/history', 'contracts/:id/evidence']],
    ['camille.lefevre@exemple.fr', ['leads/:id/timeline', 'commissions/:id/history']],
  ])('%s reads all that they may', { timeout: 240_000 }, async (email, histories) => {
    const reader = await app.signIn(app.anonymous(), email, password)
    const ids = new Map<string, string[]>()
    const answered = new Set<string>()
    const failed: string[] = []
    const read = async (route: Route, address: string) => {
      const { statusCode, body } = await reader.send('GET', address)
      if (statusCode >= 500) failed.push(address)
      if (statusCode === 200) answered.add(addressOf(route))
      return statusCode === 200 ? body : ''
    }
    for (const route of lists) {
      const kind = route.path.split('/')[1] ?? ''
      ids.set(kind, [...new Set([...(ids.get(kind) ?? []), ...idsIn(await read(route, addressOf(route)))])])
    }
    for (const route of reads.filter(({ path }) => path.split(':').length === 2)) {
      const known = ids.get(route.path.split('/')[1] ?? '') ?? []
      for (const id of known.slice(0, most)) await read(route, addressOf(route).replace(/:\w+/, id))
    }
    expect(failed).toEqual([])
    expect([...answered]).toEqual(expect.arrayContaining(histories.map((path) => `/api/${path}`)))
  })
})
