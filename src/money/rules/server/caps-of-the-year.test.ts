import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { databaseKinds } from '#test/databases.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import { simulateByRules } from '../domain/simulation.ts'

describe.each(databaseKinds())('a cap of the year on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(async () => {
    await world.receipts.mail.next()
    const capped = ruleOf({ rate: { percent: 10 }, cap: { leadCents: null, yearCents: 50_000 } })
    await world.longAgo(async () => expect((await world.publish(capped)).status).toBe(201))
  })

  test('leaves in the simulator what it leaves the next lead', async () => {
    const simulated = async () => {
      const { rules = [], tiers, totalRevenueCents } = await world.partner.call(tierRoutes.myStanding, {})
      const start = { rules, tiers, revenueCents: totalRevenueCents, day: world.receipts.today }
      return simulateByRules(start, [{ key: 'next', offer: 'star', revenueCents: 300_000 }], 'oneByOne').totalCents
    }
    expect(await simulated()).toBe(30_000)
    const first = await world.sign(300_000)
    expect(await simulated()).toBe(20_000)
    const second = await world.sign(300_000)
    expect((await world.lines()).map(({ amountCents }) => amountCents).toSorted()).toEqual([20_000, 30_000])
    expect(await simulated()).toBe(0)
    expect((await world.unsign(second)).status).toBe(200)
    expect(await simulated()).toBe(20_000)
    expect((await world.validate(first)).status).toBe(200)
    expect(await simulated()).toBe(20_000)
  })

  test('a part that is clawed back says what of it is above the cap', async () => {
    const id = await world.sign(800_000)
    expect((await world.validate(id)).status).toBe(200)
    const [line] = await world.lines()
    expect((await world.takeLineBack(line?.id ?? '', { revenueCents: 400_000, leftCents: 800_000 })).status).toBe(201)
    const clawback = (await world.lines()).find(({ kind }) => kind === 'clawback')
    expect([clawback?.amountCents, clawback?.rule?.arithmetic?.replace(/\s/g, ' ')]).toEqual([
      -10_000,
      '4 000,00 € × 10 % = 400,00 €, dont 300,00 € au-delà d’un plafond : 100,00 € sont repris',
    ])
  })
})
