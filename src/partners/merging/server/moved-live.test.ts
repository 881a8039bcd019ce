import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { TestApp } from '#test/test-app.ts'

describe.each(databaseKinds('every'))('the open pages of whoever is moved on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  test('end at once, and follow the other partner when they are opened again', async () => {
    const world = new MergingWorld(app)
    const [from, into] = [await world.owner(), await world.owner('Bruno Autre')]
    const person = await world.join(from, 'manager')
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.running.app.server.address() as AddressInfo
    const open = await LiveListener.open(port, person)
    expect((await world.move(from, person, into, { role: 'manager' })).status).toBe(200)
    // A second on a quiet machine.
    const ended = await Promise.race([open.over, new Promise((resolve) => setTimeout(resolve, 5000, 'still open'))])
    expect(ended).toBeNull()
    const again = await LiveListener.open(port, person)
    await again.message('lead.created', await world.addLead(into, 'Vivante SARL'))
    again.leave()
  })
})
