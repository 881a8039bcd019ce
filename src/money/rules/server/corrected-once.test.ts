import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'

describe.each(databaseKinds('full'))('a correction of what a lead of a rule was signed at, on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const signed = async () => {
    expect((await world.publish(ruleOf({ rate: { percent: 10 } }))).status).toBe(201)
    const leadId = await world.sign(100_000)
    const [first] = await world.linesOf(leadId)
    const correct = (id: string, from: number, to: number) => {
      const body = { revenueCents: to, commissionRate: 10, from: { revenueCents: from, commissionRate: 10 } }
      return world.staff.try(commissionRoutes.correctCommission, { params: { id }, body })
    }
    const sums = async () => {
      const lines = await world.linesOf(leadId)
      return [lines.reduce((sum, each) => sum + each.revenueCents, 0), lines.reduce((sum, each) => sum + each.amountCents, 0)]
    }
    return { id: first?.id ?? '', leadId, correct, sums }
  }

  test('is made once, however often and by whomever it is sent', async () => {
    const { id, leadId, correct, sums } = await signed()
    const atOnce = await Promise.all([200_000, 200_000, 150_000].map((to) => correct(id, 100_000, to)))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [revenue = 0] = await sums()
    const again = await correct(id, 100_000, revenue)
    expect([again.status, again.body.code]).toEqual([409, 'commissions_changed'])
    expect(again.body.detail).toMatch(/newest of its lines|plus récente de ses lignes/)
    expect(await sums()).toEqual([revenue, revenue / 10])
    await world.check()
    // The further line is the one that is corrected now, downwards to nothing and then the first one again.
    const further = (await world.linesOf(leadId)).find((line) => line.id !== id)
    expect((await correct(further?.id ?? '', further?.revenueCents ?? 0, 1)).status).toBe(200)
    expect(await sums()).toEqual([100_001, 10_000])
    expect((await correct(id, 100_000, 90_000)).body.code).toBe('commissions_changed')
    await world.check()
  })

  test('downwards is made once, and stands in the line', async () => {
    const { id, correct, sums } = await signed()
    expect((await correct(id, 100_000, 50_000)).status).toBe(200)
    expect((await correct(id, 100_000, 70_000)).body.code).toBe('commissions_changed')
    expect(await sums()).toEqual([50_000, 5000])
    await world.check()
  })
})
