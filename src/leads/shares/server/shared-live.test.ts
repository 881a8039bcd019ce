import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import { openWithRegistrations, type RegistrationWorld } from '#test/registration-app.ts'
import { leadShareRoutes } from '../api.ts'

describe.each(databaseKinds('every'))('the open board of who shares a lead on %s', (databaseKind) => {
  let world: RegistrationWorld
  let port: number
  beforeAll(async () => {
    world = await openWithRegistrations(databaseKind)
    await world.programme({ registrations: false })
    await world.app.running.app.listen({ port: 0, host: '127.0.0.1' })
    port = (world.app.running.app.server.address() as AddressInfo).port
  })
  afterAll(() => world.app.close())

  test('is told that the lead was changed or moved, live and after a pause, and of no other lead', async () => {
    const { app, marie, jean } = world
    const [shared, other] = [await world.add(marie), await world.add(marie)]
    await app.admin.call(leadShareRoutes.shareLead, { params: { id: shared }, body: { partnerId: jean.userId, percent: 30 } })
    const open = await LiveListener.open(port, jean)
    await world.move(marie, other, 'nouveau', 'premier_contact')
    await world.move(marie, shared, 'nouveau', 'premier_contact')
    const moved = await open.message('lead.moved', shared)
    expect(moved).toMatchObject({ from: 'nouveau', to: 'premier_contact' })
    open.leave()

    await marie.call(leadRoutes.editLead, { params: { id: shared }, body: { notes: 'À rappeler' } })
    await marie.call(leadRoutes.editLead, { params: { id: other }, body: { notes: 'À rappeler' } })
    const again = await LiveListener.open(port, jean, moved.id)
    await again.message('lead.changed', shared)
    const heard = [...open.messages, ...again.messages]
    expect(heard.filter(({ name }) => name !== 'lead.shared').map(({ subject }) => subject?.id)).toEqual([shared, shared])
    again.leave()
  })

  test('is told nothing more once the share has ended', async () => {
    const { app, marie, jean } = world
    const [ended, witness] = [await world.add(marie), await world.add(jean)]
    const params = { id: ended, partnerId: jean.userId }
    await app.admin.call(leadShareRoutes.shareLead, { params, body: { partnerId: jean.userId, percent: 30 } })
    await app.admin.call(leadShareRoutes.endLeadShare, { params })
    const open = await LiveListener.open(port, jean)
    await world.move(marie, ended, 'nouveau', 'premier_contact')
    await world.move(jean, witness, 'nouveau', 'premier_contact')
    await open.message('lead.moved', witness)
    // That it ended may be told only now.
    const heard = open.messages.filter(({ name }) => name !== 'lead.shared' && name !== 'lead.share_ended')
    expect(heard.map(({ subject }) => subject?.id)).not.toContain(ended)
    open.leave()
  })
})
