import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import { freePort } from '#test/postgres.ts'
import { type Client, TestApp } from '#test/test-app.ts'

const lead = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}

describe.each(databaseKinds())('the live stream of a locked partner on %s', (databaseKind) => {
  let app: TestApp
  let port: number
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    port = await freePort()
    await app.running.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const lock = (who: Client) =>
    app.admin.call(partnerRoutes.revokePartnerContract, { params: { id: who.userId }, body: { reason: 'Erreur de nom' } })
  const unlock = (who: Client) => app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: who.userId } })
  const addLead = async (who: Client) =>
    (await app.admin.call(leadRoutes.addLead, { body: { ...lead, partnerId: who.userId } })).id
  const addResource = () => {
    const document = { kind: 'link' as const, url: 'https://documents.example/guide' }
    const body = { title: 'Guide', description: '', category: 'documents' as const, document, minTierId: null }
    return app.admin.call(resourceRoutes.addResource, { body })
  }

  test('omits leads, commissions and resources, live and replayed, and sends everything once unlocked', async () => {
    const marie = await app.newPartner('marie@exemple.fr')
    const open = await LiveListener.open(port, marie)
    const first = await addLead(marie)
    const { id: before } = await open.message('lead.created', first)

    await lock(marie)
    const hidden = await addLead(marie)
    await app.admin.call(leadRoutes.moveLead, { params: { id: hidden }, body: { from: 'nouveau', to: 'signe' } })
    await addResource()
    const amendment = await app.assignContract(marie.userId, 'amendment')
    await open.message('contract.assigned', amendment.id)
    const replayed = await LiveListener.open(port, marie, before)
    await replayed.message('contract.assigned', amendment.id)
    const afterLock = open.messages.slice(open.messages.findIndex((each) => each.name === 'contract.revoked'))
    for (const messages of [afterLock, replayed.messages]) {
      expect(messages.map((each) => each.name).filter((name) => !name.startsWith('contract.'))).toEqual([])
      expect(JSON.stringify(messages)).not.toContain(hidden)
    }

    await unlock(marie)
    const leadId = await addLead(marie)
    for (const tab of [open, replayed]) {
      await tab.message('lead.created', leadId)
      tab.leave()
    }
  })

  test('tells an open tab of the lock and of the unlock within a second', async () => {
    const anne = await app.newPartner('anne@exemple.fr', 'Anne Ouverte')
    const tab = await LiveListener.open(port, anne)
    await tab.message('lead.created', await addLead(anne))
    const waits: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      for (const change of [lock, unlock]) {
        const before = tab.messages.length
        const saved = performance.now()
        await change(anne)
        await vi.waitUntil(() => tab.messages.length > before, { timeout: 10_000, interval: 5 })
        waits.push(performance.now() - saved)
      }
    }
    expect(tab.messages.slice(-2).map(({ name }) => name)).toEqual(['contract.revoked', 'contract.validated'])
    // The middle one of ten counts: a machine that stands still for a moment is not a portal that is slow.
    expect(waits.sort((one, other) => one - other)[5]).toBeLessThan(1000)
    tab.leave()
  })

  test('is closed by any lock, before later events', async () => {
    const jean = await app.newPartner('jean@exemple.fr', 'Jean Autre')
    const tab = await LiveListener.open(port, jean)
    let isOpen = true
    for (const shut of [() => lock(jean), () => app.assignContract(jean.userId)]) {
      if (!isOpen) await unlock(jean)
      isOpen = false
      const leadId = await addLead(jean)
      await tab.message('lead.created', leadId)
      await shut()
      const hidden = await addLead(jean)
      const { id } = await app.assignContract(jean.userId, 'amendment')
      await tab.message('contract.assigned', id)
      expect(tab.messages.map((each) => each.subject?.id)).not.toContain(hidden)
      await app.admin.call(contractRoutes.deleteContract, { params: { id } })
    }
    tab.leave()
  })
})
