import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import type { Client } from '#test/test-app.ts'

describe.each(databaseKinds())('leads at the edge of what rules count, on %s', (databaseKind) => {
  let world: RuleWorld
  let other: Client
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(async () => {
    await world.receipts.mail.next()
    other = await world.receipts.app.newPartner(`autre${world.receipts.mail.partners}@exemple.fr`)
  })

  const pendingOf = async (client: Client) => (await world.linesFor(client)).find(({ status }) => status === 'en_attente')
  const correct = (
    { id, revenueCents, commissionRate }: { id: string; revenueCents: number; commissionRate: number },
    to: object,
  ) =>
    world.staff.try(commissionRoutes.correctCommission, {
      params: { id },
      body: { revenueCents, commissionRate, from: { revenueCents, commissionRate }, ...to },
    })
  const handOver = (id: string, partnerId: string) =>
    world.staff.try(registrationRoutes.handOverLead, { params: { id }, body: { partnerId, message: 'Reprise' } })

  test('a client of a lead of 0 € pays: the line that waited for nothing goes', async () => {
    const leadId = await world.sign(0)
    expect((await world.receipts.record(leadId, 120_000, 'F-1')).status).toBe(201)
    expect((await world.linesOf(leadId)).map(({ kind, revenueCents }) => [kind, revenueCents])).toEqual([['payment', 120_000]])
    expect(await world.check()).toBe(1)
  })

  test('a part that is corrected leaves what is expected of the client to the rule of the payments', async () => {
    await world.publish(ruleOf({ rate: { percent: 7.5 } }), { partnerId: other.userId })
    await world.publish(ruleOf({ base: 'client_payment', rate: { percent: 10 } }))
    const leadId = await world.signShared(1_000_000, [other, 50])
    const line = await pendingOf(other)
    expect(line?.revenueCents).toBe(500_000)
    const rated = await correct(line ?? { id: '', revenueCents: 0, commissionRate: 0 }, { commissionRate: 9 })
    expect(rated.body).toMatchObject({ code: 'commission_rate_frozen', detail: expect.stringMatching(/rule|règle/) })
    expect((await correct(line ?? { id: '', revenueCents: 0, commissionRate: 0 }, { revenueCents: 100_000 })).status).toBe(200)
    expect((await world.receipts.receipts(leadId, world.staff)).expectedCents).toBe(1_000_000)
  })

  test('what is pending is handed over as it was corrected, to whichever rule, and at 0 €', async () => {
    await world.publish(ruleOf({ rate: { percent: 7 } }), { partnerId: other.userId })
    const corrected = await world.sign(123_457)
    const line = await pendingOf(world.partner)
    expect((await correct(line ?? { id: '', revenueCents: 0, commissionRate: 0 }, { revenueCents: 50_001 })).status).toBe(200)
    expect((await handOver(corrected, other.userId)).status).toBe(200)
    expect((await pendingOf(other))?.revenueCents).toBe(50_001)
    const third = await world.receipts.app.newPartner(`tiers${world.receipts.mail.partners}@exemple.fr`)
    const empty = await world.sign(0)
    const body = { estimatedAmountCents: 500_000 }
    await world.staff.call(leadRoutes.editLead, { params: { id: empty }, body })
    expect((await handOver(empty, third.userId)).status).toBe(200)
    expect((await pendingOf(third))?.revenueCents).toBe(0)
  })

  test('a shared lead whose parts count stays with its partners', async () => {
    await world.receipts.setProgramme('signature')
    const third = await world.receipts.app.newPartner(`tiers${world.receipts.mail.partners}@exemple.fr`)
    const leadId = await world.signShared(600_000, [other, 30])
    for (const client of [world.partner, other]) await world.validateLine((await pendingOf(client))?.id ?? '')
    const { status, body } = await handOver(leadId, third.userId)
    await world.receipts.setProgramme('cash')
    expect([status, body.code]).toEqual([409, 'lead_has_settled_commission'])
  })

  test('all of a part that was rounded is taken back, and what is pending of the others stays', async () => {
    await world.receipts.setProgramme('signature')
    const leadId = await world.signShared(712_738, [other, 33.33])
    const line = await pendingOf(world.partner)
    await world.validateLine(line?.id ?? '')
    expect((await world.takeBack(leadId)).status).toBe(201)
    await world.receipts.setProgramme('cash')
    const left = (await world.linesOf(leadId)).find(({ id }) => id === line?.id)?.left
    expect(left).toMatchObject({ revenueCents: 0, amountCents: 0 })
    expect((await pendingOf(other))?.status).toBe('en_attente')
  })
})
