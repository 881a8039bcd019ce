import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractRoutes } from '#api/contracts.ts'
import { leadRoutes } from '#api/leads.ts'
import { partnerRoutes } from '#api/partners.ts'
import { resourceRoutes } from '#api/resources.ts'
import { databaseHomes } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import type { Client } from '#test/portal.ts'
import { PortalBox } from '#test/portal.ts'
import { freePort } from '#test/postgres.ts'

const lead = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}

describe.each(databaseHomes())('the live stream of a locked partner on %s', (home) => {
  let box: PortalBox
  let port: number
  beforeAll(async () => {
    box = await PortalBox.open(home)
    port = await freePort()
    await box.running.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => box.close())

  const lock = (who: Client) =>
    box.admin.call(partnerRoutes.revokePartnerContract, { params: { id: who.userId }, body: { reason: 'Erreur de nom' } })
  const unlock = (who: Client) => box.admin.call(partnerRoutes.validatePartnerContract, { params: { id: who.userId } })
  const addLead = async (who: Client) =>
    (await box.admin.call(leadRoutes.addLead, { body: { ...lead, partnerId: who.userId } })).id
  const addResource = () => {
    const document = { kind: 'link' as const, url: 'https://documents.example/guide' }
    const body = { title: 'Guide', description: '', category: 'documents' as const, document, minTierId: null }
    return box.admin.call(resourceRoutes.addResource, { body })
  }

  test('says nothing of leads, commissions and resources, live or replayed, and everything again once it is open', async () => {
    const marie = await box.newPartner('marie@exemple.fr')
    const open = await LiveListener.open(port, marie)
    const first = await addLead(marie)
    const { id: before } = await open.told('lead.created', first)

    await lock(marie)
    const hidden = await addLead(marie)
    await box.admin.call(leadRoutes.moveLead, { params: { id: hidden }, body: { from: 'nouveau', to: 'signe' } })
    await addResource()
    const amendment = await box.assignContract(marie.userId, 'amendment')
    await open.told('contract.assigned', amendment.id)
    const replayed = await LiveListener.open(port, marie, before)
    await replayed.told('contract.assigned', amendment.id)
    const afterLock = open.heard.slice(open.heard.findIndex((each) => each.name === 'contract.revoked'))
    for (const heard of [afterLock, replayed.heard]) {
      expect(heard.map((each) => each.name).filter((name) => !name.startsWith('contract.'))).toEqual([])
      expect(JSON.stringify(heard)).not.toContain(hidden)
    }

    await unlock(marie)
    const shown = await addLead(marie)
    for (const tab of [open, replayed]) {
      await tab.told('lead.created', shown)
      tab.leave()
    }
  })

  test('is cut off by whatever locks, before anything that follows', async () => {
    const jean = await box.newPartner('jean@exemple.fr', 'Jean Autre')
    const tab = await LiveListener.open(port, jean)
    let isOpen = true
    for (const shut of [() => lock(jean), () => box.assignContract(jean.userId)]) {
      if (!isOpen) await unlock(jean)
      isOpen = false
      const seen = await addLead(jean)
      await tab.told('lead.created', seen)
      await shut()
      const hidden = await addLead(jean)
      const { id } = await box.assignContract(jean.userId, 'amendment')
      await tab.told('contract.assigned', id)
      expect(tab.heard.map((each) => each.subjectId)).not.toContain(hidden)
      await box.admin.call(contractRoutes.deleteContract, { params: { id } })
    }
    tab.leave()
  })
})
