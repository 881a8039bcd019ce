import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingRoutes } from '#money/billing/api.ts'
import { receiptBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { dice } from '#test/dice.ts'
import { seedsOf } from '#test/full-run.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { type ActionName, act, actionNames, weights } from '#test/money/act.ts'
import { MoneyInvariants } from '#test/money/money-invariants.ts'
import { type MoneyPartner, MoneyWorld } from '#test/money/money-world.ts'
import { settleEverything, takeBackInParts } from '#test/money/settle-everything.ts'

const weighted = actionNames.flatMap((name) => Array<ActionName>(weights[name]).fill(name))

describe.each(databaseKinds())('money of a partner who is merged meanwhile on %s', (databaseKind) => {
  let world: MoneyWorld
  let merging: MergingWorld
  beforeAll(async () => {
    // Nobody of a merged partner accepts its statements any more.
    world = await MoneyWorld.open(databaseKind, { acceptanceDays: 0 })
    merging = new MergingWorld(world.payouts.app)
  })
  afterAll(() => world.close())

  async function newPartner(fullName: string): Promise<MoneyPartner> {
    const client = await world.payouts.partner(fullName)
    await client.call(billingRoutes.saveBilling, { body: receiptBilling })
    const partner: MoneyPartner = { client, invoices: 'receipt' }
    world.partners.push(partner)
    return partner
  }

  test.each(seedsOf(6))('no order of payments, runs, files and answers makes, loses or doubles a cent (%i)', async (seed) => {
    const roll = dice(seed * 7919)
    const upTo = (max: number) => 1 + Math.floor(roll() * max)
    await world.next()
    const into = world.partner(upTo(100))
    const from = await newPartner(`Dora ${'ABCDEF'[seed - 1]}`)
    const done = new Set<ActionName>()
    const steps = async (count: number) => {
      for (let step = 0; step < count; step += 1) {
        const name = weighted[upTo(weighted.length) - 1] as ActionName
        const draw = { pick: upTo(1000), cents: upTo(3_000_000), percent: upTo(100) - 1, second: roll() < 0.5 }
        await act(world, name, draw, (each) => done.add(each))
      }
    }
    // Whatever the dice say, the partner has earned something that is not paid, and has money under way.
    const earned = world.partners.filter((each) => !world.merged.has(each)).indexOf(from)
    for (const name of ['bonus', 'issue', 'approve', 'file', 'sign', 'receive', 'bonus'] as const)
      await act(world, name, { pick: earned, cents: 700_001, percent: 0, second: false }, (each) => done.add(each))
    await steps(10)
    const merge = await merging.merge(from.client, into.client)
    expect([merge.status, merge.body.code]).toEqual([200, undefined])
    world.merged.add(from)
    expect(await new MoneyInvariants(world).check()).toEqual([])
    await steps(14)
    expect(await new MoneyInvariants(world).check()).toEqual([])
    expect(await settleEverything(world)).toEqual([])
    await takeBackInParts(world)
    expect(await new MoneyInvariants(world).check()).toEqual([])
    expect(done.size).toBeGreaterThan(8)
  })
})
