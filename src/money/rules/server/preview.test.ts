import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { ruleRoutes } from '../api/rules.ts'
import { type RuleDefinition, tiersRule } from '../domain/definition.ts'

describe.each(databaseKinds())('the preview of a rule on %s', inOrder, (databaseKind) => {
  let world: ReceiptsApp
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
  })
  afterAll(() => world.mail.close())
  beforeEach(() => world.mail.next())

  const bodyOf = ({ bonuses = [], ...change }: Partial<RuleDefinition>) => ({
    definition: { ...tiersRule, ...change, bonuses: [...bonuses] },
  })
  const preview = async (change: Partial<RuleDefinition>) => {
    const answer = await world.staff.call(ruleRoutes.previewRule, { body: bodyOf(change) })
    return { ...answer, own: answer.partners.find(({ partnerId }) => partnerId === world.partner.userId) }
  }
  const total = async () => (await world.commissions()).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const cash = { base: 'client_payment' } as const

  async function reverse(leadId: string, revenueCents: number) {
    const line = (await world.commissionsOf(leadId)).find(({ can, left }) => left.revenueCents > 0 && can !== null)
    const leftCents = line?.left.revenueCents ?? 0
    const body = { revenueCents, leftCents, reason: 'Client parti' }
    expect((await world.staff.try(commissionRoutes.reverseCommission, { params: { id: line?.id ?? '' }, body })).status).toBe(201)
  }

  test('of the rule of today comes to what was paid, to the cent, whatever happened to the payments', async () => {
    const [first, second, third] = [await world.sign(1_000_001), await world.sign(333_333), await world.sign(777_777)]
    const { payment } = (await world.record(first, 400_003, 'F-1')).body
    await world.record(second, 333_333, 'F-2')
    const excess = (await world.record(third, 900_001, 'F-3')).body.payment
    await world.refund(payment.id, 100_001, 'A-1', { isExpectedAgain: true })
    await world.refund(excess.id, 900_001, 'A-2')
    await reverse(second, 11_111)
    const { own } = await preview(cash)
    expect(own).toBeUndefined()
    const doubled = await preview({ ...cash, rate: { percent: 30 } })
    expect(doubled.own).toMatchObject({ nowCents: await total(), name: 'Marie Dupont', fixedCents: 0, bonusCents: 0 })
  })

  test('of today’s rule comes to what a whole validation paid and a clawback left', async () => {
    await world.setProgramme('signature')
    const leadId = await world.sign(1_234_567)
    const [deal] = await world.commissionsOf(leadId)
    await world.staff.call(commissionRoutes.validateCommission, { params: { id: deal?.id ?? '' } })
    await reverse(leadId, 99_999)
    await world.sign(5_555)
    await world.setProgramme('cash')
    for (const rule of [{}, cash]) expect((await preview(rule)).own).toBeUndefined()
    const { own } = await preview({ rate: null, fixedCents: 50_000 })
    expect(own).toMatchObject({ nowCents: await total(), thenCents: 100_000, fixedCents: 100_000 })
  })

  test('says what caps, months and bonuses make of the same leads', async () => {
    const leadId = await world.sign(1_000_000)
    await world.record(leadId, 200_000, 'F-1')
    await world.record(leadId, 300_000, 'F-2')
    await world.sign(100_000)
    const then = async (change: Partial<RuleDefinition>) =>
      (await preview({ ...cash, rate: { percent: 10 }, ...change })).own?.thenCents
    expect(await then({})).toBe(110_000)
    expect(await then({ when: { first: true } })).toBe(30_000)
    expect(await then({ cap: { leadCents: 25_000, yearCents: null } })).toBe(35_000)
    expect(await then({ cap: { leadCents: null, yearCents: 60_000 } })).toBe(60_000)
    const bonuses = [{ measure: 'signatures', per: 'year', from: 2, pays: { cents: 7_700 } } as const]
    expect(await then({ bonuses })).toBe(117_700)
    expect(await then({ base: 'estimate' })).toBe(110_000)
  })

  test('asks where a rule could pay more than the revenue, and refuses contradictions at their field', async () => {
    const rule = { rate: { percent: 20 }, fixedCents: 400_000 }
    expect((await preview(rule)).warnings).toEqual([{ path: 'fixedCents', message: expect.stringMatching(/below 5\s000\s€/) }])
    // No deal of the offers is that small.
    expect((await preview({ ...rule, fixedCents: 40_000 })).warnings).toEqual([])
    const body = bodyOf({ ...rule, cap: { leadCents: 30_000, yearCents: null } })
    const refused = await world.staff.try(ruleRoutes.previewRule, { body })
    expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([422, ['definition.cap.leadCents']])
  })

  test('of leads under terms of their own comes to what these paid: fixed sums and bonuses count', async () => {
    const bonuses = [{ measure: 'signatures', per: 'year', from: 1, pays: { cents: 7_700 } } as const]
    const terms = { ...bodyOf({ rate: null, fixedCents: 50_000, bonuses }).definition }
    const today = world.today
    const body = { partnerId: world.partner.userId, offer: null, validFrom: today, definition: terms, after: 0, confirmed: true }
    expect((await world.staff.try(ruleRoutes.publishRule, { body })).status).toBeLessThan(300)
    await world.setProgramme('signature')
    const leadId = await world.sign(200_000)
    const [line] = await world.commissionsOf(leadId)
    await world.staff.call(commissionRoutes.validateCommission, { params: { id: line?.id ?? '' } })
    const paid = (await world.commissions()).reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(paid).toBe(57_700)
    const { own } = await preview({ rate: { percent: 10 } })
    expect(own).toMatchObject({ nowCents: paid, thenCents: 20_000 })
    const same = await preview({ rate: null, fixedCents: 50_000, bonuses })
    expect(same.own).toBeUndefined()
  })

  test('is for those who may change the programme', async () => {
    const refused = await world.partner.try(ruleRoutes.previewRule, { body: bodyOf({}) })
    expect(refused.status).toBe(403)
  })
})
