import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartnerRole } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { LiveListener } from '#test/live-listener.ts'
import { changeRoleOf, joinPartner, leavePartner } from '#test/partner-people.ts'
import { freePort } from '#test/postgres.ts'
import { type Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds('every'))('the live streams of colleagues on %s', (databaseKind) => {
  let app: TestApp
  let port: number
  let owner: Client
  let count = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    port = await freePort()
    await app.running.app.listen({ port, host: '127.0.0.1' })
    owner = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
  })
  afterAll(() => app.close())

  const colleague = (role: PartnerRole, seesAmounts = false) => {
    count += 1
    return joinPartner(app, owner, { email: `collegue${count}@exemple.fr`, role, seesAmounts, fullName: `Collègue ${count}` })
  }
  const addLead = async (who: Client) => {
    count += 1
    return (await who.call(leadRoutes.addLead, { body: { ...plainLead, email: `client${count}@client.example` } })).id
  }
  const move = (who: Client, id: string) =>
    who.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
  const subjects = (tab: LiveListener) => tab.messages.map(({ subject }) => subject?.id)
  const names = (tab: LiveListener) => [...new Set(tab.messages.map(({ name }) => name))]

  test('a member is told of their own leads, and of no lead of a colleague', async () => {
    const member = await colleague('member')
    const [tab, all] = [await LiveListener.open(port, member), await LiveListener.open(port, owner)]
    const others = await addLead(owner)
    await move(app.admin, others)
    const own = await addLead(member)
    await tab.message('lead.created', own)
    await all.message('lead.created', own)
    expect([subjects(tab).includes(others), subjects(all).includes(others)]).toEqual([false, true])
    // Neither live nor of what was missed.
    const [first] = all.messages
    const again = await LiveListener.open(port, member, first?.id)
    await again.message('lead.created', own)
    expect(subjects(again)).not.toContain(others)
    for (const each of [tab, all, again]) each.leave()
  })

  test('an accountant is told of money, and of no lead', async () => {
    const accountant = await colleague('accountant')
    const tab = await LiveListener.open(port, accountant)
    const lead = await addLead(owner)
    await move(owner, lead)
    const { items } = await owner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    const { id = '' } = items.find((each) => each.lead?.id === lead) ?? {}
    await app.admin.call(commissionRoutes.validateCommission, { params: { id } })
    await tab.message('commission.validated', id)
    expect(names(tab).filter((name) => !name.startsWith('commission.'))).toEqual([])
    tab.leave()
  })

  test('a member who may see amounts is told of commissions of their own leads, one that goes as well', async () => {
    const [member, plain] = [await colleague('member', true), await colleague('member')]
    const [tab, without] = [await LiveListener.open(port, member), await LiveListener.open(port, plain)]
    await move(app.admin, await addLead(plain))
    const own = await addLead(member)
    await move(app.admin, own)
    const { items } = await member.call(commissionRoutes.listCommissions, { query: {} })
    await app.admin.call(leadRoutes.moveLead, { params: { id: own }, body: { from: 'signe', to: 'nouveau' } })
    await tab.message('commission.removed', items[0]?.id)
    const again = await LiveListener.open(port, member, tab.messages[0]?.id)
    await again.message('commission.removed', items[0]?.id)
    for (const each of [tab, again]) {
      const told = each.messages.filter(({ name }) => name.startsWith('commission.'))
      expect(told.map(({ name, subject }) => [name, subject?.id])).toEqual([
        ['commission.created', items[0]?.id],
        ['commission.removed', items[0]?.id],
      ])
    }
    await without.message('lead.created', await addLead(plain))
    expect(names(without).filter((name) => name.startsWith('commission.'))).toEqual([])
    for (const each of [tab, without, again]) each.leave()
  })

  test('a changed role ends the open tab, and the next one brings what it may', async () => {
    const who = await colleague('manager')
    const tab = await LiveListener.open(port, who)
    const before = await addLead(owner)
    await tab.message('lead.created', before)
    expect((await who.try(leadRoutes.getLead, { params: { id: before } })).status).toBe(200)
    await changeRoleOf(app, who, 'accountant')
    const after = await addLead(owner)
    expect(await tab.over).toBeNull()
    expect(subjects(tab)).not.toContain(after)
    expect((await who.try(leadRoutes.getLead, { params: { id: before } })).status).not.toBe(200)
    const next = await LiveListener.open(port, who, tab.messages.at(-1)?.id)
    await move(owner, after)
    const { items } = await who.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    await next.message('commission.created', items[0]?.id)
    expect(names(next).filter((name) => name.startsWith('lead.'))).toEqual([])
    next.leave()
  })

  test('who leaves the company loses the open tab and the session', async () => {
    const who = await colleague('manager')
    const tab = await LiveListener.open(port, who)
    await leavePartner(app, who)
    const after = await addLead(owner)
    expect(await tab.over).toBeNull()
    expect(subjects(tab)).not.toContain(after)
    expect((await who.try(leadRoutes.listLeads, { query: {} })).body.code).toBe('not_signed_in')
  })
})
