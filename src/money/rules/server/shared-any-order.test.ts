import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { dice } from '#test/dice.ts'
import { seedsOf } from '#test/full-run.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import type { Client } from '#test/test-app.ts'

const rate = ruleOf({
  rate: { percent: 12.34 },
  fixedCents: 25_000,
  reduction: { months: 12 },
  cap: { leadCents: 120_001, yearCents: 400_000 },
  bonuses: [{ measure: 'revenue', per: 'year', from: 300_000, pays: { cents: 33_333 } }],
})
const payments = ruleOf({
  base: 'client_payment',
  rate: { tiers: true },
  fixedCents: 10_001,
  reduction: { months: 7 },
  bonuses: [{ measure: 'amount', per: 'year', from: 20_000, pays: { percent: 7.77 } }],
})
/** The own terms for every offer of both, where these have terms for the offer of their leads too. */
const overAll = ruleOf({
  rate: { percent: 5 },
  bonuses: [
    { measure: 'signatures', per: 'quarter', from: 2, pays: { cents: 12_345 }, counts: 'all' },
    { measure: 'amount', per: 'half_year', from: 20_000, pays: { percent: 3.33 }, counts: 'all' },
  ],
})

/** The terms of the lead's own partner, and of the other one. */
const programmes = {
  'the same terms for both': [rate, rate],
  'payments for both': [payments, payments],
  'a signature for one, payments for the other': [rate, payments],
  'payments for one, a fixed sum for the other': [payments, ruleOf({ rate: null, fixedCents: 77_777 })],
} as const

describe.each(databaseKinds())('leads that two or three partners share on %s', (databaseKind) => {
  let world: RuleWorld
  let other: Client
  let third: Client
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(async () => {
    await world.receipts.mail.next()
    other = await world.receipts.app.newPartner(`autre${world.receipts.mail.partners}@exemple.fr`)
    third = await world.receipts.app.newPartner(`tiers${world.receipts.mail.partners}@exemple.fr`)
  })

  const thirds = () =>
    [
      [other, 33.33],
      [third, 33.33],
    ] as const

  const linesOf = async (client: Client, leadId: string) =>
    (await client.call(commissionRoutes.listCommissions, { query: { limit: 200, sort: 'date' } })).items.filter(
      ({ lead }) => lead?.id === leadId,
    )

  const cases = Object.entries(programmes).flatMap(([name, terms]) => seedsOf(2).map((seed) => [name, seed, terms] as const))
  test.each(seedsOf(3))(
    'bonuses over all offers: any order comes to what the oracle counts for each, to the cent (%i)',
    async (seed) => {
      const both = [world.partner.userId, other.userId] as const
      await world.longAgo(async () => {
        for (const partnerId of both) expect((await world.publish(overAll, { partnerId })).status).toBe(201)
      })
      for (const [index, partnerId] of both.entries()) {
        const rule = [rate, payments][index] ?? rate
        expect((await world.publish(rule, { partnerId, offer: 'star' })).status).toBe(201)
      }
      await anyOrder(seed)
      const kinds = [...(await world.linesFor(world.partner)), ...(await world.linesFor(other))].map(({ kind }) => kind)
      expect(kinds).toContain('bonus')
    },
  )

  test.each(cases)('%s: any order comes to what the oracle counts for each, to the cent (%i)', async (_, seed, [own, theirs]) => {
    expect((await world.publish(own)).status).toBe(201)
    expect((await world.publish(theirs, { partnerId: other.userId })).status).toBe(201)
    await anyOrder(seed)
  })

  async function anyOrder(seed: number) {
    expect((await world.publish(rate, { partnerId: third.userId })).status).toBe(201)
    const roll = dice(seed * 7919)
    const upTo = (max: number) => 1 + Math.floor(roll() * max)
    const pick = <T>(items: readonly T[]) => items[Math.floor(roll() * items.length)]
    const leads = new Set<string>()
    const paid: { id: string; left: number }[] = []
    const done = new Set<string>()
    for (let step = 0; step < 30; step += 1) {
      const leadId = pick([...leads])
      const random = roll()
      const client = pick([world.partner, other, third]) ?? other
      if (!leadId || (random < 0.22 && leads.size < 5)) {
        const amount = upTo(1_500_000)
        const isShared = leads.size === 0 || roll() < 0.8
        const parts = pick([[[other, upTo(9_999) / 100]], thirds()] as const) ?? []
        leads.add(isShared ? await world.signShared(amount, ...parts) : await world.sign(amount))
        done.add('signed')
      } else if (random < 0.36) {
        const line = (await linesOf(client, leadId)).find(({ status }) => status === 'en_attente')
        if (!line) continue
        expect((await world.staff.try(commissionRoutes.validateCommission, { params: { id: line.id } })).status).toBe(200)
        done.add('validated')
      } else if (random < 0.56) {
        const { status, body } = await world.receipts.record(leadId, upTo(600_001), `F-${step}`)
        if (status !== 201) continue
        paid.push({ id: body.payment.id, left: body.payment.netCents })
        done.add('paid')
      } else if (random < 0.66 && paid.some(({ left }) => left > 0)) {
        const payment = pick(paid.filter(({ left }) => left > 0))
        if (!payment) continue
        const netCents = roll() < 0.3 ? payment.left : upTo(payment.left)
        expect((await world.receipts.refund(payment.id, netCents, `A-${step}`)).status).toBe(201)
        payment.left -= netCents
        done.add('refunded')
      } else if (random < 0.76) {
        const counting = (await linesOf(client, leadId)).filter(({ kind, status, left }) => {
          return kind !== 'clawback' && status !== 'en_attente' && left.revenueCents > 0
        })
        const line = pick(counting)
        if (!line) continue
        const revenueCents = roll() < 0.3 ? line.left.revenueCents : upTo(line.left.revenueCents)
        const body = { revenueCents, leftCents: line.left.revenueCents, reason: 'Avoir' }
        expect((await world.staff.try(commissionRoutes.reverseCommission, { params: { id: line.id }, body })).status).toBe(201)
        done.add('taken back')
      } else if (random < 0.86) {
        const line = pick(
          (await linesOf(client, leadId)).filter(({ status, revenueCents }) => status === 'en_attente' && revenueCents > 0),
        )
        if (!line) continue
        const { commissionRate, revenueCents } = line
        const body = { revenueCents: upTo(1_500_000), commissionRate, from: { revenueCents, commissionRate } }
        const corrected = await world.staff.try(commissionRoutes.correctCommission, { params: { id: line.id }, body })
        if (corrected.status !== 200) expect(corrected.body.code).toBe('commissions_changed')
        else done.add('corrected')
      } else if (random < 0.93) {
        if ((await world.unsign(leadId, world.staff)).status !== 200) continue
        leads.delete(leadId)
        done.add('withdrawn')
      } else if ((await world.left(leadId)).status === 204) done.add('left')
      await world.check()
      await world.check(other.userId)
      await world.check(third.userId)
    }
    expect(done.size).toBeGreaterThan(2)
  }

  test('what a rate pays for the thirds of a lead adds up to what it pays for the lead', async () => {
    for (const partnerId of [world.partner, other, third].map(({ userId }) => userId)) {
      expect((await world.publish(ruleOf({ rate: { percent: 10 } }), { partnerId })).status).toBe(201)
    }
    const id = await world.signShared(337, ...thirds())
    const amounts = async () => {
      const lines = await Promise.all([world.partner, other, third].map((client) => linesOf(client, id)))
      return lines.map((some) => some.reduce((total, { amountCents }) => total + amountCents, 0))
    }
    expect(await amounts()).toEqual([12, 11, 11])
    const [pending] = await linesOf(world.partner, id)
    expect(pending?.rule?.arithmetic).toMatch(/rounded so that|arrondis pour que/)
    // A correction takes what the rate makes of the difference, and brings what it makes of more.
    for (const [from, to, expected] of [
      [113, 111, 33],
      [111, 131, 39],
    ] as const) {
      const body = { revenueCents: to, commissionRate: 10, from: { revenueCents: from, commissionRate: 10 } }
      const params = { id: pending?.id ?? '' }
      expect((await world.staff.try(commissionRoutes.correctCommission, { params, body })).status).toBe(200)
      expect((await amounts()).reduce((total, cents) => total + cents, 0)).toBe(expected)
      for (const { userId } of [world.partner, other, third]) await world.check(userId)
    }
  })

  test('parts of revenue, fixed sums and payments add up to the cent', async () => {
    for (const partnerId of [world.partner.userId, other.userId]) {
      const base = { base: 'client_payment', rate: { percent: 10 }, fixedCents: 100 } as const
      expect((await world.publish(ruleOf(base), { partnerId })).status).toBe(201)
    }
    const id = await world.signShared(90_000, [other, 33])
    expect((await world.receipts.record(id, 10_001, 'F-PARTS')).status).toBe(201)
    const lines = (await Promise.all([world.partner, other].map((client) => linesOf(client, id)))).flat()
    const sum = (kind: string, of: 'revenueCents' | 'amountCents') =>
      lines.filter((line) => line.kind === kind).reduce((total, line) => total + line[of], 0)
    expect([sum('payment', 'revenueCents'), sum('fixed', 'amountCents')]).toEqual([10_001, 100])
    const receipts = await world.staff.call(clientPaymentRoutes.leadReceipts, { params: { id } })
    expect(JSON.stringify(receipts)).toContain('F-PARTS')
  })
})
