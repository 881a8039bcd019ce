import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { type RuleChange, RuleWorld, ruleOf } from '#test/rule-world.ts'

describe.each(databaseKinds('full'))('lines that are validated together on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const publish = async (change: RuleChange = {}) => {
    const rule = ruleOf({ rate: { percent: 10 }, fixedCents: 5000, ...change })
    expect((await world.publish(rule)).status).toBe(201)
  }
  /** The lines of a signed lead: 250 € and 50 €. */
  const signed = async () => {
    const leadId = await world.sign(250_000)
    const lines = async () => (await world.lines()).filter(({ lead }) => lead?.id === leadId)
    const of = await lines()
    const small = of.find(({ amountCents }) => amountCents === 5000)?.id ?? ''
    return { ids: of.map(({ id }) => id), small, states: async () => (await lines()).map(({ status }) => status) }
  }
  const validate = (ids: readonly string[], amountCents: number) =>
    world.staff.try(commissionRoutes.validateCommissions, { body: { ids: [...ids], amountCents } })
  const all = { count: 2, amountCents: 30_000 }

  test('one line is validated for the sum of its lead, which effect and answer say', async () => {
    await publish()
    const { small, states } = await signed()
    const params = { id: small }
    const effect = await world.staff.call(commissionRoutes.validationEffect, { body: { ids: [small] } })
    expect(effect.validates).toEqual(all)
    expect(effect.standings.map(({ before, after }) => after.totalRevenueCents - before.totalRevenueCents)).toEqual([250_000])
    const refused = await world.staff.try(commissionRoutes.validateCommission, { params, body: { amountCents: 5000 } })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'commissions_changed', facts: all }])
    expect(await states()).toEqual(['en_attente', 'en_attente'])
    const body = { amountCents: 30_000 }
    expect((await world.staff.call(commissionRoutes.validateCommission, { params, body })).validated).toEqual(all)
    expect(await states()).toEqual(['valide', 'valide'])
    const { validates } = await world.staff.call(commissionRoutes.validationEffect, { body: { ids: [small] } })
    expect(validates).toEqual({ count: 0, amountCents: 0 })
  })

  test('a program that confirms no sum reads how much it validated', async () => {
    await publish()
    const { small } = await signed()
    const { validated, amountCents } = await world.staff.call(commissionRoutes.validateCommission, { params: { id: small } })
    expect([validated, amountCents]).toEqual([all, 5000])
  })

  test('of several, the sum that is confirmed is that of all lines of their leads', async () => {
    await publish()
    const [one, other] = [await signed(), await signed()]
    const { validates } = await world.staff.call(commissionRoutes.validationEffect, { body: { ids: [one.small, ...other.ids] } })
    expect(validates).toEqual({ count: 4, amountCents: 60_000 })
    const refused = await validate([one.small, ...other.ids], 35_000)
    const detail = expect.stringContaining('A lead counts as a whole')
    const facts = { count: 4, amountCents: 60_000 }
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'commissions_changed', facts, detail }])
    expect([...(await one.states()), ...(await other.states())]).toEqual(Array(4).fill('en_attente'))
    expect((await validate([one.small], 30_000)).body).toEqual(all)
    expect((await validate(other.ids, 30_000)).body).toEqual(all)
    expect([...(await one.states()), ...(await other.states())]).toEqual(Array(4).fill('valide'))
  })

  test('a bonus that the validated revenue reaches is confirmed and answered with it', async () => {
    const bonus = { measure: 'revenue', per: 'year', from: 400_000, pays: { cents: 7000 }, counts: 'rule' } as const
    await world.longAgo(() => publish({ bonuses: [bonus] }))
    const [one, other] = [await signed(), await signed()]
    expect((await validate(one.ids, 30_000)).body).toEqual(all)
    const { validates } = await world.staff.call(commissionRoutes.validationEffect, { body: { ids: [other.small] } })
    expect(validates).toEqual({ count: 3, amountCents: 37_000 })
    const refused = await validate(other.ids, 30_000)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'commissions_changed', facts: validates }])
    expect((await validate(other.ids, 37_000)).body).toEqual(validates)
    const valid = (await world.lines()).filter(({ status }) => status === 'valide')
    expect(valid.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(67_000)
  })
})
