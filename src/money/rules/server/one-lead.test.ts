import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckedRow } from '#imports/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { paymentsOf } from '#test/imports.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'

describe.each(databaseKinds('every'))('what is recorded about one lead on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const leaving = { base: 'client_payment', rate: { percent: 10 }, reduction: { months: 24 } } as const
  const brought = async (leadId: string) => (await world.linesOf(leadId)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  /** Leads that were signed a month ago. */
  const signedAMonthAgo = (rule: ReturnType<typeof ruleOf>): Promise<readonly [string, string]> =>
    world.longAgo(async () => {
      await world.publish(rule)
      return [await world.sign(600_000), await world.sign(600_000)]
    }, 31)
  const previewed = async (leadId: string, netCents: number, receivedOn = world.receipts.today) =>
    world.staff.call(clientPaymentRoutes.previewClientPayment, { params: { id: leadId }, query: { netCents, receivedOn } })
  const pay = async (leadId: string, cents: number, reference: string) => {
    const { status, body } = await world.receipts.record(leadId, cents, reference)
    expect(status).toBe(201)
    return body.payment
  }

  test('a payment is worth the months that its client stayed, recorded before the departure or after', async () => {
    const [one, other] = await signedAMonthAgo(ruleOf(leaving))
    await pay(one, 600_000, 'F-1')
    expect((await world.left(one)).status).toBe(204)
    expect((await world.left(other)).status).toBe(204)
    expect((await previewed(other, 600_000)).commissionCents).toBe(2_500)
    expect((await pay(other, 600_000, 'F-2')).commissionCents).toBe(2_500)
    expect([await brought(one), await brought(other)]).toEqual([2_500, 2_500])
    const [line] = await world.linesOf(other)
    expect(line?.rule?.arithmetic?.replace(/\s/g, ' ')).toBe(
      '6 000,00 € × 10 % = 600,00 €, moins 23/24, soit 575,00 €, le client étant parti après 1 mois',
    )
    await world.check()
  })

  test('a refund takes as much before the departure as after', async () => {
    const ids = await signedAMonthAgo(ruleOf(leaving))
    for (const [index, id] of ids.entries()) {
      const { id: payment } = await pay(id, 600_000, 'F-1')
      if (index === 1) await world.left(id)
      expect((await world.receipts.refund(payment, 123_457, 'A-1')).status).toBe(201)
      if (index === 0) await world.left(id)
    }
    expect(await brought(ids[0])).toBe(await brought(ids[1]))
    await world.check()
  })

  test('after the departure staff take back the revenue that they see', async () => {
    const [leadId] = await signedAMonthAgo(ruleOf(leaving))
    await world.left(leadId)
    await pay(leadId, 600_000, 'F-1')
    const [line] = await world.linesOf(leadId)
    expect(line?.left.revenueCents).toBe(25_000)
    const { body } = await world.takeLineBack(line?.id ?? '', { revenueCents: 1_001, leftCents: 25_000 })
    expect(body.revenueCents).toBe(-1_001)
    await world.takeLineBack(line?.id ?? '', { revenueCents: 23_999, leftCents: 23_999 })
    expect(await brought(leadId)).toBe(0)
    await world.check()
  })

  test('under a cap for the lead a payment brings no more after the departure', async () => {
    const [one, other] = await signedAMonthAgo(ruleOf({ ...leaving, cap: { leadCents: 50_000, yearCents: null } }))
    for (const id of [one, other]) {
      await pay(id, 600_000, 'F-1')
      if (id === other) await world.left(id)
      await pay(id, 300_000, 'F-2')
      if (id === one) await world.left(id)
    }
    expect([await brought(one), await brought(other)]).toEqual([2_083, 2_083])
    await world.check()
  })

  test('a payment of a client who left at once brings nothing, and is recorded', async () => {
    await world.publish(ruleOf(leaving))
    const leadId = await world.sign(600_000)
    await world.left(leadId)
    const { id, commissionCents } = await pay(leadId, 600_000, 'F-1')
    expect(commissionCents).toBe(0)
    expect((await world.receipts.refund(id, 600_000, 'A-1')).status).toBe(201)
    expect(await world.linesOf(leadId)).toEqual([])
    await world.check()
  })

  test('what a rule would have paid counts what a departure has taken of later payments', async () => {
    const [one, other] = await signedAMonthAgo(ruleOf(leaving))
    await pay(one, 600_000, 'F-1')
    await world.left(one)
    await pay(one, 300_000, 'F-2')
    await pay(other, 600_000, 'F-1')
    const definition = ruleOf(leaving)
    const answer = await world.staff.call(ruleRoutes.previewRule, {
      body: { definition, partnerId: world.partner.userId, offer: null },
    })
    expect(answer.nowCents).toBe(63_750)
    expect(answer.thenCents).toBe(answer.nowCents)
  })

  const first = { base: 'client_payment', rate: null, fixedCents: 50_000, when: { first: true } } as const

  test('a payment that was typed wrong and refunded whole is not the first one', async () => {
    await world.publish(ruleOf(first))
    const leadId = await world.sign(600_000)
    const { id } = await pay(leadId, 1, 'F-1')
    await world.receipts.refund(id, 1, 'A-1', { isExpectedAgain: true })
    expect(await brought(leadId)).toBe(0)
    expect((await pay(leadId, 600_000, 'F-2')).commissionCents).toBe(50_000)
    expect(await brought(leadId)).toBe(50_000)
    await world.check()
  })

  test('the payment that was recorded meanwhile becomes the first one', async () => {
    await world.publish(ruleOf(first))
    const leadId = await world.sign(600_000)
    const { id } = await pay(leadId, 1, 'F-1')
    await pay(leadId, 600_000, 'F-2')
    await world.receipts.refund(id, 1, 'A-1')
    expect((await world.linesOf(leadId)).map(({ amountCents }) => amountCents)).toEqual([50_000, -50_000, 50_000])
    await world.check()
  })

  test('a file says what each row brings where the first payment counts alone', async () => {
    const [leadId] = await signedAMonthAgo(ruleOf({ ...first, rate: { percent: 10 }, fixedCents: null }))
    const dayAgo = (days: number) => isoDay(new Date(world.receipts.app.now.getTime() - days * 86_400_000), defaultTimeZone)
    const row = (reference: string, receivedOn: string, amount: string) => ({ leadId, reference, receivedOn, amount })
    const body = { rows: [row('F-1', dayAgo(1), '1000'), row('F-2', dayAgo(5), '2000'), row('F-3', dayAgo(3), '900')] }
    const sums = (checked: readonly CheckedRow[]) => checked.map(({ read }) => read?.commissionCents)
    const payments = paymentsOf(world.receipts.app, world.staff)
    const expected = [10_000, 10_000, 0]
    expect(sums(await payments.check(body.rows))).toEqual(expected)
    expect(sums(await payments.record(body.rows))).toEqual(expected)
    expect(await brought(leadId)).toBe(20_000)
    await world.check()
  })

  test('the first payment is the first one by its day, less what was refunded of it before', async () => {
    const rule = ruleOf({ ...first, rate: { percent: 10 }, fixedCents: null })
    const [one] = await signedAMonthAgo(rule)
    const day = isoDay(new Date(world.receipts.app.now.getTime() - 5 * 86_400_000), defaultTimeZone)
    const { id: late } = await pay(one, 33, 'F-1')
    expect((await previewed(one, 100_000, day)).commissionCents).toBe(9_997)
    const { status, body } = await world.receipts.record(one, 100_000, 'F-2', { receivedOn: day })
    expect([status, body.payment.commissionCents]).toEqual([201, 9_997])
    expect((await world.receipts.refund(late, 15, 'A-1')).status).toBe(201)
    expect((await world.receipts.refund(body.payment.id, 100_000, 'A-2')).status).toBe(201)
    expect(await brought(one)).toBe(1)
    expect((await world.receipts.receipts(one)).commissionCents).toBe(1)
    await world.check()
  })
})
