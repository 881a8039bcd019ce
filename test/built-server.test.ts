import { afterAll, beforeAll, expect, test } from 'vitest'
import { authRoutes } from '#api/auth.ts'
import { addressOf } from '#api/route.ts'
import { buildServer } from '../tools/bootstrap.mjs'
import { builtServer, PortalProcess } from './running-portal.ts'

/** What `npm start` runs: the server in one file, with its packages. */
let portal: PortalProcess
beforeAll(() => {
  buildServer(process.execPath)
  portal = new PortalProcess({ LOG_LEVEL: 'warn' }, ['--demo'], undefined, builtServer)
}, 120_000)
afterAll(() => portal.remove())

test('the built server makes the sample world, with sealed and printed documents, and starts again', async () => {
  await portal.start()
  // Seeding seals contracts and prints templates, in child processes whose modules are not part of the build.
  const [, password = ''] = /Password of everybody: (\S+)/.exec(portal.output) ?? []
  const [email = ''] = /\S+@\S+(?=\s+\(administrator\))/.exec(portal.output) ?? []
  const signIn = () =>
    fetch(`${portal.url}${addressOf(authRoutes.signIn)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  expect((await signIn()).status).toBe(200)
  expect(await (await fetch(`${portal.url}/health`)).json()).toMatchObject({ ok: true, signing: { ok: true } })
  expect(await portal.stop()).toBe(0)
  await portal.start()
  expect((await signIn()).status).toBe(200)
  expect(portal.output).not.toMatch(/"level":(40|50|60)/)
}, 180_000)
